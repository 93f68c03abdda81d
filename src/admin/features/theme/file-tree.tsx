import { ChevronRight, FileCode, Folder } from 'lucide-react'
import { cn } from '@/lib/cn'
import { hasSample, projectFiles, rootFolders } from './files'
import { buildTree } from './tree'
import { useTree } from './use-tree'

const roots = rootFolders.map((folder) => buildTree(folder, projectFiles))

type FileTreeProps = { selected: string | undefined; onSelect: (path: string) => void }

/** The project's components and pages. One stop for the Tab key; arrows, Home, End and letters move inside. */
export function FileTree({ selected, onSelect }: FileTreeProps) {
  const { rows, open, focused, activate, onKeyDown, register } = useTree(roots, onSelect)
  return (
    <div role="tree" aria-label="Project files" onKeyDown={onKeyDown} className="p-1.5 text-sm">
      {rows.map((row) => {
        const { path, name, children } = row.node
        const Icon = children ? Folder : FileCode
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears the keys of all its items.
          <div
            key={path}
            ref={register(path)}
            role="treeitem"
            tabIndex={path === focused ? 0 : -1}
            aria-level={row.level}
            aria-posinset={row.position}
            aria-setsize={row.siblings}
            aria-expanded={children ? open.has(path) : undefined}
            aria-selected={children ? undefined : path === selected}
            onClick={() => activate(row)}
            style={{ paddingLeft: `${(row.level - 1) * 1 + 0.375}rem` }}
            className={cn(
              'flex min-h-7 cursor-pointer items-center gap-1.5 rounded-md py-0.5 pr-2 hover:bg-ink/5',
              '-outline-offset-2 aria-selected:bg-green/15 aria-selected:font-semibold',
            )}
          >
            <ChevronRight
              aria-hidden
              className={cn(
                'size-3.5 shrink-0 transition-transform',
                !children && 'invisible',
                open.has(path) && 'rotate-90',
              )}
            />
            <Icon
              aria-hidden
              className={cn('size-4 shrink-0', children || hasSample(path) ? 'text-green-dark' : 'text-concrete-400')}
            />
            <span className="min-w-0 truncate">{name}</span>
          </div>
        )
      })}
    </div>
  )
}
