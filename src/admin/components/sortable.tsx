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
import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp, GripVertical } from 'lucide-react'
import {
  type ComponentProps,
  createContext,
  type MouseEventHandler,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { cn } from '@/lib/cn'
import { IconButton } from './icon-button'

type Item = { id: string; name: string }

type Sorting = {
  items: readonly Item[]
  isGrid: boolean
  move: (from: number, to: number, button?: HTMLElement) => void
}

const SortingContext = createContext<Sorting>({ items: [], isGrid: false, move: () => {} })

const instructions =
  'To move it, press the space bar, then the arrow keys, and the space bar again. Escape leaves it where it was.'

type SortableListProps = {
  label: string
  items: readonly Item[]
  /** Whether items stand beside each other, too. */
  isGrid?: boolean
  /** Said after the number of a place. */
  noteOf?: (index: number) => string
  /** Returns whether it could be moved. */
  onMove: (from: number, to: number) => boolean
  className: string
  children: ReactNode
}

/** A list put in order by mouse, finger and keyboard, which says where things are; its children are `SortableItem`s. */
export function SortableList({ label, items, isGrid = false, noteOf, onMove, className, children }: SortableListProps) {
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
  const indexOf = (id: unknown) => items.findIndex((item) => item.id === id)
  const nameOf = (id: unknown) => items[indexOf(id)]?.name ?? ''
  const placeAt = (index: number) => `number ${index + 1} of ${items.length}${noteOf?.(index) ?? ''}`
  const announcements: Announcements = {
    onDragStart: ({ active: { id } }) => `${nameOf(id)} is picked up; it is ${placeAt(indexOf(id))}`,
    onDragOver: ({ active, over }) => (over ? `${nameOf(active.id)} would be ${placeAt(indexOf(over.id))}` : undefined),
    onDragCancel: ({ active: { id } }) => `${nameOf(id)} stays ${placeAt(indexOf(id))}`,
    // `move` says it, which knows how it ended.
    onDragEnd: () => undefined,
  }
  const move = (from: number, to: number, button?: HTMLElement) => {
    if (to < 0 || to >= items.length) return
    const isMoved = from !== to && onMove(from, to)
    movedButton.current = button ?? null
    setMoved(`${items[from]?.name} ${isMoved ? 'is now' : 'stays'} ${placeAt(isMoved ? to : from)}`)
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: instructions } }}
      onDragEnd={({ active, over }) => move(indexOf(active.id), indexOf(over?.id ?? active.id))}
    >
      <SortableContext items={items.map(({ id }) => id)} strategy={rectSortingStrategy}>
        <p aria-live="polite" className="sr-only">
          {moved}
        </p>
        <SortingContext value={{ items, isGrid, move }}>
          <ol aria-label={label} className={className}>
            {children}
          </ol>
        </SortingContext>
      </SortableContext>
    </DndContext>
  )
}

type SortableItemProps = {
  id: string
  className: string
  /** Places the controls that move it; what gets `onMouseDown` can be dragged, too, where a finger scrolls. */
  children: (controls: ReactNode, onMouseDown: MouseEventHandler | undefined) => ReactNode
}

/** An item of a `SortableList`. */
export function SortableItem({ id, className, children }: SortableItemProps) {
  const { items, isGrid, move } = useContext(SortingContext)
  const { index, transform, transition, isDragging, ...sortable } = useSortable({ id })
  const name = items[index]?.name
  const step = (by: number, word: string, Icon: ComponentProps<typeof IconButton>['Icon']) => (
    <IconButton
      Icon={Icon}
      label={`Move ${name} ${word}`}
      title={word === 'earlier' ? 'Earlier' : 'Later'}
      aria-disabled={items[index + by] === undefined}
      onClick={(event) => move(index, index + by, event.currentTarget)}
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
          {step(-1, 'earlier', isGrid ? ChevronLeft : ChevronUp)}
          {step(1, 'later', isGrid ? ChevronRight : ChevronDown)}
        </>,
        sortable.listeners?.onMouseDown as MouseEventHandler | undefined,
      )}
    </li>
  )
}
