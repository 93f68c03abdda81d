import { cleanLine } from '@contract/text'
import { Search } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'

type SearchBoxProps = { label: string; placeholder: string; value: string; onSearch: (text: string) => void }

const PAUSE_MS = 250

export function SearchBox({ label, placeholder, value, onSearch }: SearchBoxProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = value
  }, [value])

  const searchNow = () => {
    window.clearTimeout(timer.current)
    const text = cleanLine(input.current?.value ?? '')
    if (text !== value) onSearch(text)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: Enter must search, and browsers only submit forms.
    <form
      role="search"
      className="relative min-w-0 grow sm:max-w-sm"
      onSubmit={(event) => {
        event.preventDefault()
        searchNow()
      }}
    >
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-concrete-600" />
      <input
        ref={input}
        id={id}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={200}
        defaultValue={value}
        placeholder={placeholder}
        onChange={() => {
          window.clearTimeout(timer.current)
          timer.current = window.setTimeout(searchNow, PAUSE_MS)
        }}
        className="h-10 w-full rounded-lg border border-concrete-500 bg-white pr-3 pl-9 text-sm placeholder:text-concrete-600 hover:border-concrete-600"
      />
    </form>
  )
}
