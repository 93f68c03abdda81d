/** Returns the text fields of a form by name; files and repeated names are left to the caller. */
export const textFields = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
