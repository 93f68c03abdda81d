import type { Rolldown } from 'vite'

// What the dashboard shows first, in the order in which one asks for the next.
const FIRST_SCREEN = [
  'src/app/start.tsx',
  'src/admin/layout.tsx',
  'src/admin/pages/dashboard/index.tsx',
  'src/admin/features/overview/overview-section.tsx',
]

/**
 * Tags that let a browser fetch the scripts and styles of the dashboard's first screen together with the entry. Found
 * one after the other, as each script runs, they take three round trips more. Names what the shell does not yet name.
 */
export const adminPreloads = (output: Rolldown.RolldownOutput['output'], shell: string): string => {
  const chunks = output.filter((file) => file.type === 'chunk')
  const needed = new Set(
    FIRST_SCREEN.map((module) => {
      const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)))
      if (!chunk) throw new Error(`The build has no script with ${module}`)
      return chunk
    }),
  )
  // A set grows while it is walked.
  for (const chunk of needed)
    for (const name of chunk.imports) {
      const imported = chunks.find(({ fileName }) => fileName === name)
      if (imported) needed.add(imported)
    }
  const scripts = [...needed].map(({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}">`)
  const styles = [...needed]
    .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
    .map((fileName) => `<link rel="stylesheet" crossorigin href="/${fileName}">`)
  return [...new Set([...styles, ...scripts])]
    .filter((tag) => !shell.includes(/"\/[^"]*"/.exec(tag)?.[0] ?? ''))
    .join('')
}
