import { ChevronRight, FileCode, FileLock, Folder } from 'lucide-react'
import { cn } from '@/lib/cn'
import { buildTree, hasSample, projectFiles, rootFolders, type TreeNode } from './files'

const roots = rootFolders.map((folder) => buildTree(folder, projectFiles))
const row =
  'flex min-h-7 w-full cursor-pointer items-center gap-1.5 rounded-md py-0.5 pr-2 -outline-offset-2 hover:bg-ink/5'

type FileTreeProps = { selected: string | undefined; onSelect: (path: string) => void }
type NodeProps = FileTreeProps & { node: TreeNode; open?: boolean }

function Node({ node: { path, name, children }, open = false, ...props }: NodeProps) {
  const isReadable = hasSample(path)
  const Icon = isReadable ? FileCode : FileLock
  if (!children)
    return (
      <li>
        <button
          type="button"
          aria-current={path === props.selected ? 'true' : undefined}
          onClick={() => props.onSelect(path)}
          className={cn(row, 'pl-6.5 text-left aria-[current]:bg-green/15 aria-[current]:font-semibold')}
        >
          <Icon aria-hidden className={cn('size-4 shrink-0', isReadable ? 'text-green-dark' : 'text-concrete-600')} />
          <span className="min-w-0 wrap-anywhere">
            {name}
            {isReadable && <span className="sr-only"> (can be opened)</span>}
          </span>
        </button>
      </li>
    )
  return (
    <li>
      <details open={open}>
        <summary className={cn(row, 'list-none pl-1.5')}>
          <ChevronRight aria-hidden className="size-3.5 shrink-0 transition-transform [[open]>summary>&]:rotate-90" />
          <Folder aria-hidden className="size-4 shrink-0 text-green-dark" />
          <span className="min-w-0 wrap-anywhere">{name}</span>
        </summary>
        <ul className="pl-4">
          {children.map((child) => (
            <Node key={child.path} node={child} {...props} />
          ))}
        </ul>
      </details>
    </li>
  )
}

export function FileTree(props: FileTreeProps) {
  return (
    <nav aria-label="Project files" className="p-1.5 text-sm">
      <ul>
        {roots.map((node) => (
          <Node key={node.path} node={node} open {...props} />
        ))}
      </ul>
    </nav>
  )
}
