import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates, useSortable } from '@dnd-kit/sortable'
import { ChevronDown, ChevronUp, GripVertical } from 'lucide-react'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { cn } from '@/lib/cn'
import { IconButton } from './icon-button'

type Item = { id: string; name: string }
type Move = (id: string, to: number) => void

const Items = createContext<{ items: readonly Item[]; move: (id: string, to: number, button: HTMLElement) => void }>({
  items: [],
  move: () => {},
})

const instructions =
  'To move it, press the space bar, then the arrow keys, and the space bar again. Escape leaves it where it was.'

type SortableListProps = {
  label: string
  items: readonly Item[]
  /** While an earlier move is stored, nothing else moves. */
  isHeld?: boolean
  onMove: Move
  className: string
  children: ReactNode
}

/** A list put in order by mouse, finger and keyboard, which says where things are; its children are `SortableItem`s. */
export function SortableList({ label, items, isHeld = false, onMove, className, children }: SortableListProps) {
  const [moved, setMoved] = useState('')
  const movedButton = useRef<HTMLElement>(null)
  // What moves in the document loses the focus.
  useEffect(() => {
    movedButton.current?.focus()
    movedButton.current = null
  })
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 150, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const nameOf = (id: unknown) => items.find((item) => item.id === id)?.name ?? ''
  const placeOf = (id: unknown) => `number ${items.findIndex((item) => item.id === id) + 1} of ${items.length}`
  const announcements: Announcements = {
    onDragStart: ({ active }) => `${nameOf(active.id)} is picked up; it is ${placeOf(active.id)}`,
    onDragOver: ({ active, over }) => (over ? `${nameOf(active.id)} would be ${placeOf(over.id)}` : undefined),
    onDragEnd: ({ active, over }) =>
      isHeld
        ? `${nameOf(active.id)} stays ${placeOf(active.id)}`
        : `${nameOf(active.id)} is now ${placeOf(over?.id ?? active.id)}`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} stays ${placeOf(active.id)}`,
  }
  const move = (id: string, to: number, button: HTMLElement) => {
    if (isHeld || to < 0 || to >= items.length) return
    movedButton.current = button
    setMoved(`${nameOf(id)} is now number ${to + 1} of ${items.length}`)
    onMove(id, to)
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: instructions } }}
      onDragEnd={({ active, over }) => {
        const to = items.findIndex(({ id }) => id === over?.id)
        if (!isHeld && to >= 0 && over?.id !== active.id) onMove(String(active.id), to)
      }}
    >
      <SortableContext items={items.map(({ id }) => id)} strategy={rectSortingStrategy}>
        <p aria-live="polite" className="sr-only">
          {moved}
        </p>
        <Items value={{ items, move }}>
          <ol aria-label={label} className={className}>
            {children}
          </ol>
        </Items>
      </SortableContext>
    </DndContext>
  )
}

type SortableItemProps = { id: string; className: string; children: (controls: ReactNode) => ReactNode }

/** An item of a `SortableList`; its children place the controls that move it. */
export function SortableItem({ id, className, children }: SortableItemProps) {
  const { items, move } = useContext(Items)
  const index = items.findIndex((item) => item.id === id)
  const name = items[index]?.name
  const sortable = useSortable({ id })
  const { transform, transition, isDragging } = sortable
  const step = (by: number, word: string) => (
    <IconButton
      Icon={by < 0 ? ChevronUp : ChevronDown}
      label={`Move ${name} ${word}`}
      title={word === 'earlier' ? 'Earlier' : 'Later'}
      aria-disabled={by < 0 ? index === 0 : index === items.length - 1}
      onClick={(event) => move(id, index + by, event.currentTarget)}
      className="max-sm:size-11!"
    />
  )
  return (
    <li
      ref={sortable.setNodeRef}
      style={{ transform: transform ? `translate3d(${transform.x}px,${transform.y}px,0)` : undefined, transition }}
      className={cn(className, isDragging && 'relative z-10 shadow-float')}
    >
      {children(
        <>
          <IconButton
            ref={sortable.setActivatorNodeRef}
            {...sortable.attributes}
            {...sortable.listeners}
            Icon={GripVertical}
            label={`Move ${name}`}
            title="Drag, or press space and the arrow keys"
            className="cursor-grab touch-none max-sm:size-11!"
          />
          {step(-1, 'earlier')}
          {step(1, 'later')}
        </>,
      )}
    </li>
  )
}
