/** A folder or a file; `path` is its address in the project. */
export type TreeNode = { readonly path: string; readonly name: string; readonly children?: readonly TreeNode[] }

/** A line of the tree as it is drawn: only what lies in open folders, with its place among its siblings. */
export type TreeRow = { node: TreeNode; level: number; position: number; siblings: number; parent: string | undefined }

const byFolderThenName = (one: TreeNode, other: TreeNode) =>
  Number(Boolean(other.children)) - Number(Boolean(one.children)) || one.name.localeCompare(other.name, 'en')

/** Builds the tree below a folder from the paths of all files: folders first, then by name. */
export const buildTree = (folder: string, files: readonly string[]): TreeNode => {
  const inside = files.filter((file) => file.startsWith(`${folder}/`))
  const names = new Set(inside.map((file) => file.slice(folder.length + 1).split('/')[0] ?? ''))
  const children = [...names].map((name): TreeNode => {
    const path = `${folder}/${name}`
    return inside.includes(path) ? { path, name } : { ...buildTree(path, inside), name }
  })
  return { path: folder, name: folder, children: children.sort(byFolderThenName) }
}

/** The rows that show while these folders are open. */
export const visibleRows = (
  nodes: readonly TreeNode[],
  open: ReadonlySet<string>,
  level = 1,
  parent?: string,
): TreeRow[] =>
  nodes.flatMap((node, index) => [
    { node, level, position: index + 1, siblings: nodes.length, parent },
    ...(node.children && open.has(node.path) ? visibleRows(node.children, open, level + 1, node.path) : []),
  ])
