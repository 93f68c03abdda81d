import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { type TreeNode, type TreeRow, visibleRows } from './tree'

const TYPE_AHEAD_MS = 1_000

/** Open folders, the row that has the focus, and the keys of a tree (WAI-ARIA's tree view pattern). */
export const useTree = (roots: readonly TreeNode[], onSelect: (path: string) => void) => {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(roots.map(({ path }) => path)))
  const [focused, setFocused] = useState(roots[0]?.path)
  const rows = useMemo(() => visibleRows(roots, open), [roots, open])
  const elements = useRef(new Map<string, HTMLElement>())
  const typed = useRef({ text: '', at: 0 })

  const focus = (row: TreeRow | undefined) => {
    if (!row) return
    setFocused(row.node.path)
    elements.current.get(row.node.path)?.focus()
  }

  const toggle = (path: string, wanted = !open.has(path)) => {
    const next = new Set(open)
    if (wanted) next.add(path)
    else next.delete(path)
    setOpen(next)
  }

  const activate = ({ node }: TreeRow) => {
    setFocused(node.path)
    if (node.children) toggle(node.path)
    else onSelect(node.path)
  }

  const typeAhead = (index: number, key: string) => {
    const now = performance.now()
    const text = (now - typed.current.at < TYPE_AHEAD_MS ? typed.current.text : '') + key.toLowerCase()
    typed.current = { text, at: now }
    // A first letter moves on from here; more letters may keep the row they have led to.
    const start = text.length === 1 ? index + 1 : index
    const after = [...rows.slice(start), ...rows.slice(0, start)]
    focus(after.find(({ node }) => node.name.toLowerCase().startsWith(text)))
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const index = rows.findIndex(({ node }) => node.path === focused)
    const row = rows[index]
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return
    const isOpen = open.has(row.node.path)
    switch (event.key) {
      case 'ArrowDown':
        focus(rows[index + 1])
        break
      case 'ArrowUp':
        focus(rows[index - 1])
        break
      case 'Home':
        focus(rows[0])
        break
      case 'End':
        focus(rows.at(-1))
        break
      case 'ArrowRight':
        if (row.node.children && !isOpen) toggle(row.node.path, true)
        else if (row.node.children) focus(rows[index + 1])
        break
      case 'ArrowLeft':
        if (row.node.children && isOpen) toggle(row.node.path, false)
        else focus(rows.find(({ node }) => node.path === row.parent))
        break
      case 'Enter':
      case ' ':
        activate(row)
        break
      default:
        if (event.key.length === 1) typeAhead(index, event.key)
        return
    }
    event.preventDefault()
  }

  const register = (path: string) => (element: HTMLElement | null) => {
    if (element) elements.current.set(path, element)
    else elements.current.delete(path)
  }

  return { rows, open, focused, activate, onKeyDown, register }
}
