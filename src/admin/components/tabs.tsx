import * as RadixTabs from '@radix-ui/react-tabs'
import type { ReactNode } from 'react'

type Tab<Key extends string> = {
  key: Key
  /** May carry a count, as in 'Pending (3)'. */
  label: ReactNode
  content: ReactNode
}

type TabsProps<Key extends string> = {
  /** What the list of tabs is about, for screen readers. */
  label: string
  value: Key
  onValueChange: (key: Key) => void
  tabs: readonly Tab<Key>[]
}

/** Tabs with arrow keys and one panel at a time; the caller owns the chosen key, in the address where reload matters. */
export function Tabs<Key extends string>({ label, value, onValueChange, tabs }: TabsProps<Key>) {
  const choose = (next: string) => {
    const tab = tabs.find(({ key }) => key === next)
    if (tab) onValueChange(tab.key)
  }
  return (
    <RadixTabs.Root value={value} onValueChange={choose}>
      <RadixTabs.List
        aria-label={label}
        className="flex gap-1 overflow-x-auto border-concrete-200 border-b [scrollbar-width:thin]"
      >
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.key}
            value={tab.key}
            className="-mb-px min-h-10 shrink-0 border-transparent border-b-2 px-3 text-sm font-semibold text-concrete-600 -outline-offset-2 hover:text-ink data-[state=active]:border-green-dark data-[state=active]:text-ink"
          >
            {tab.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.key} value={tab.key} className="pt-5">
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  )
}
