import * as RadixTabs from '@radix-ui/react-tabs'
import { type ReactNode, useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'

type Tab = {
  key: string
  label: ReactNode
  content: ReactNode
  /** Whether a control comes first, so that the panel needs no tab stop. */
  startsWithControl?: boolean
}

type TabsProps = {
  label: string
  tabs: readonly [Tab, ...Tab[]]
  /** Whether the last used tab reopens. */
  remembers?: boolean
}

const lastUsed = new Map<string, string>()

/** Tabs selected by `?tab=`. The default is the first or last used one. */
export function Tabs({ label, tabs, remembers = false }: TabsProps) {
  const [search, setSearch] = useSearchParams()
  const requested = search.get('tab') ?? (remembers && lastUsed.get(label))
  const { key: current } = tabs.find(({ key }) => key === requested) ?? tabs[0]
  useEffect(() => {
    if (remembers) lastUsed.set(label, current)
  }, [remembers, label, current])
  const choose = (key: string) =>
    setSearch(
      (before) => {
        before.set('tab', key)
        before.delete('page')
        return before
      },
      { preventScrollReset: true },
    )

  return (
    <RadixTabs.Root value={current} onValueChange={choose}>
      <RadixTabs.List aria-label={label} className="flex flex-wrap gap-x-1 border-concrete-200 border-b">
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.key}
            value={tab.key}
            className="-mb-px min-h-10 border-transparent border-b-2 px-2 text-sm font-semibold sm:px-3 text-concrete-600 -outline-offset-2 hover:text-ink data-[state=active]:border-green-dark data-[state=active]:text-ink forced-colors:not-data-[state=active]:border-[Canvas]"
          >
            {tab.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.key} value={tab.key} tabIndex={tab.startsWithControl ? -1 : 0} className="pt-5">
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  )
}
