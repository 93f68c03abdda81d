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
import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp, GripVertical, type LucideIcon } from 'lucide-react'
import { type MouseEventHandler, type ReactNode, useRef, useState } from 'react'
import { useNearViewport } from '@/components/ui/use-near'
import { cn } from '@/lib/cn'
import { IconButton } from './icon-button'
import { keepFocus } from './keep-focus'

type Named = { id: string; name: string }

/** Move buttons, and a listener that makes any element a handle for the mouse, but not for touch. */
export type Handles = { controls: ReactNode; onMouseDown: MouseEventHandler | undefined }

const RENDERED_AT_FIRST = 6

type ItemProps = {
  item: Named
  index: number
  count: number
  /** Display name, numbered if not unique. */
  label: string
  isGrid: boolean
  move: (from: number, to: number) => void
  className: string
  children: (handles: Handles) => ReactNode
}

// Far items render only their name, because hundreds in full take a second.
function Item({ farClassName, ...props }: ItemProps & { farClassName: string | undefined }) {
  const far = useRef<HTMLLIElement>(null)
  if (useNearViewport(far, { initially: farClassName === undefined || props.index < RENDERED_AT_FIRST }))
    return <NearItem {...props} />
  return (
    <li ref={far} className={farClassName}>
      {props.item.name}
    </li>
  )
}

function NearItem({ item, index, count, label, isGrid, move, className, children }: ItemProps) {
  const { id } = item
  const { transform, transition, isDragging, ...sortable } = useSortable({ id })
  const [EarlierIcon, LaterIcon] = isGrid ? [ChevronLeft, ChevronRight] : [ChevronUp, ChevronDown]
  const renderMoveButton = (to: number, title: 'Earlier' | 'Later', Icon: LucideIcon) => (
    <IconButton
      Icon={Icon}
      title={title}
      label={`Move ${label} ${title.toLowerCase()}`}
      aria-disabled={to < 0 || to >= count}
      onClick={() => void keepFocus(() => move(index, to))}
    />
  )
  const controls = (
    <>
      <IconButton
        ref={sortable.setActivatorNodeRef}
        {...sortable.attributes}
        {...sortable.listeners}
        Icon={GripVertical}
        label={`Move ${label}`}
        title="Drag, or press Space and use the arrow keys"
        className="cursor-grab touch-none"
      />
      {renderMoveButton(index - 1, 'Earlier', EarlierIcon)}
      {renderMoveButton(index + 1, 'Later', LaterIcon)}
    </>
  )
  return (
    <li
      ref={sortable.setNodeRef}
      style={{ transform: transform ? `translate3d(${transform.x}px,${transform.y}px,0)` : undefined, transition }}
      className={cn(className, isDragging && 'relative z-10 shadow-float')}
    >
      {children({ controls, onMouseDown: sortable.listeners?.onMouseDown as MouseEventHandler | undefined })}
    </li>
  )
}

type SortableListProps<T extends Named> = {
  label: string
  items: readonly T[]
  isGrid?: boolean
  noteOf?: (index: number) => string
  /** Class of far items, as high as the others. */
  farClassName?: string
  /** Returns whether the item was moved. */
  onMove: (from: number, to: number) => boolean
  className: string
  itemClassName: string
  children: (item: T, index: number, handles: Handles) => ReactNode
}

/** List sortable by mouse, touch or keyboard. Announces positions. */
export function SortableList<T extends Named>(props: SortableListProps<T>) {
  const { label, items, isGrid = false, noteOf, farClassName, onMove, className, itemClassName, children } = props
  const [moved, setMoved] = useState('')
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 150, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const getIndex = (id: unknown) => items.findIndex((item) => item.id === id)
  const getName = (id: unknown) => items[getIndex(id)]?.name ?? ''
  const describePosition = (index: number) => `position ${index + 1} of ${items.length}${noteOf?.(index) ?? ''}`
  const announcements: Announcements = {
    onDragStart: ({ active: { id } }) => `Picked up ${getName(id)}, ${describePosition(getIndex(id))}`,
    onDragOver: ({ active, over }) =>
      over ? `${getName(active.id)} would be at ${describePosition(getIndex(over.id))}` : undefined,
    onDragCancel: ({ active: { id } }) => `Move cancelled. ${getName(id)} is back at ${describePosition(getIndex(id))}`,
    // `move` announces the result.
    onDragEnd: () => undefined,
  }
  const getLabel = ({ name }: T, index: number) =>
    items.some((other, at) => other.name === name && at !== index) ? `${name} (position ${index + 1})` : name
  const move = (from: number, to: number) => {
    if (to < 0 || to >= items.length) return
    const isMoved = from !== to && onMove(from, to)
    setMoved(`${items[from]?.name} ${isMoved ? 'is now' : 'is still'} at ${describePosition(isMoved ? to : from)}`)
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements }}
      onDragEnd={({ active, over }) => move(getIndex(active.id), getIndex(over?.id ?? active.id))}
    >
      <SortableContext items={items.map(({ id }) => id)} strategy={rectSortingStrategy}>
        <p aria-live="polite" className="sr-only">
          {moved}
        </p>
        <ol aria-label={label} className={className}>
          {items.map((item, index) => (
            <Item
              key={item.id}
              item={item}
              index={index}
              isGrid={isGrid}
              move={move}
              count={items.length}
              label={getLabel(item, index)}
              className={itemClassName}
              farClassName={farClassName}
            >
              {(handles) => children(item, index, handles)}
            </Item>
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  )
}
