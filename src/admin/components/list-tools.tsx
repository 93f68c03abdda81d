import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { SmallButton } from './small-button'

/** Class of tools that phones hide until `ListTools` is opened. */
export const toolClass = 'max-md:group-data-[tools=closed]:hidden'

type ListToolsProps = {
  /** Whether a search or filter is active. */
  isUsed: boolean
  actions?: ReactNode
  tools: ReactNode
  children: ReactNode
}

export function ListTools({ isUsed, actions, tools, children }: ListToolsProps) {
  const [isOpen, setOpen] = useState(isUsed)
  const [wasUsed, setWasUsed] = useState(isUsed)
  if (isUsed !== wasUsed) {
    setWasUsed(isUsed)
    if (isUsed) setOpen(true)
  }
  return (
    <div data-tools={isOpen ? 'open' : 'closed'} className="group grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 md:justify-between">
        <div
          className={`${toolClass} flex grow flex-wrap items-center gap-x-4 gap-y-3 max-md:order-last max-md:basis-full`}
        >
          {tools}
        </div>
        {actions}
        <SmallButton
          Icon={SlidersHorizontal}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="md:hidden"
        >
          Search and more
        </SmallButton>
      </div>
      {children}
    </div>
  )
}
