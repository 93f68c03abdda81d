const samples = import.meta.glob<string>(
  [
    '/src/components/layout/quote-link.tsx',
    '/src/components/layout/strata.tsx',
    '/src/components/ui/button.tsx',
    '/src/pages/not-found.tsx',
  ],
  { query: '?raw', import: 'default' },
)

export const rootFolders = ['src/components', 'src/pages'] as const

// `Object.keys` only reads the paths, so Vite bundles none of the files.
export const projectFiles: readonly string[] = Object.keys(
  import.meta.glob(['/src/components/**/*', '/src/pages/**/*']),
).map((path) => path.slice(1))

/** Returns a file's content; undefined if it has no sample. */
export const readSample = async (path: string): Promise<string | undefined> => samples[`/${path}`]?.()

export const hasSample = (path: string): boolean => `/${path}` in samples

export type TreeNode = { readonly path: string; readonly name: string; readonly children?: readonly TreeNode[] }

const byFolderThenName = (one: TreeNode, other: TreeNode) =>
  Number(Boolean(other.children)) - Number(Boolean(one.children)) || one.name.localeCompare(other.name, 'en')

/** Builds the tree of a folder, folders first. */
export const buildTree = (folder: string, files: readonly string[]): TreeNode => {
  const contained = files.filter((file) => file.startsWith(`${folder}/`))
  const names = new Set(contained.map((file) => file.slice(folder.length + 1).split('/')[0] ?? ''))
  const children = [...names].map((name): TreeNode => {
    const path = `${folder}/${name}`
    return contained.includes(path) ? { path, name } : { ...buildTree(path, contained), name }
  })
  return { path: folder, name: folder, children: children.sort(byFolderThenName) }
}
