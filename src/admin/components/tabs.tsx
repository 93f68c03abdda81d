import * as RadixTabs from '@radix-ui/react-tabs'
import { type ReactNode, useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'

type Tab = {
  key: string
  label: ReactNode
  content: ReactNode
  /** The panel itself is no stop of the Tab key, as nothing stands before its first control. */
  startsWithControl?: boolean
}

type TabsProps = {
  label: string
  tabs: readonly [Tab, ...Tab[]]
  /** Whether the tab last used opens again, until the page is closed. */
  remembers?: boolean
}

const lastUsed = new Map<string, string>()

/** Tabs whose choice is in the URL as `?tab=`; the first tab is the default, or the one last used. */
export function Tabs({ label, tabs, remembers = false }: TabsProps) {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('tab') ?? (remembers && lastUsed.get(label))
  const { key: current } = tabs.find(({ key }) => key === asked) ?? tabs[0]
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
