/** Downloads what the page has as a file. */
export const saveFile = (name: string, blob: Blob): void => {
  const url = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // Safari reads the file only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Downloads a text as a file. */
export const saveText = (name: string, type: string, text: string): void =>
  saveFile(name, new Blob([text], { type: `${type};charset=utf-8` }))
