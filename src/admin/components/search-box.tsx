import { Search } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'

type SearchBoxProps = { label: string; placeholder: string; onSearch: (text: string) => void }

// Long enough to type a word, short enough not to wait for.
const PAUSE_MS = 250

/** Searches while one types, after a short pause, or at once on Enter. */
export function SearchBox({ label, placeholder, onSearch }: SearchBoxProps) {
  const id = useId()
  const timer = useRef<number>(undefined)
  const last = useRef('')
  useEffect(() => () => window.clearTimeout(timer.current), [])

  const searchNow = (typed: string) => {
    window.clearTimeout(timer.current)
    const text = typed.trim()
    if (text === last.current) return
    last.current = text
    onSearch(text)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: Enter must search, and a form is what browsers submit.
    <form
      role="search"
      className="relative min-w-0 grow sm:max-w-sm"
      onSubmit={(event) => {
        event.preventDefault()
        searchNow(String(new FormData(event.currentTarget).get('text')))
      }}
    >
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-4 text-concrete-600" />
      <input
        id={id}
        name="text"
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={200}
        placeholder={placeholder}
        onChange={({ currentTarget: { value } }) => {
          window.clearTimeout(timer.current)
          timer.current = window.setTimeout(() => searchNow(value), PAUSE_MS)
        }}
        className="h-10 w-full rounded-lg border border-concrete-400 bg-white pr-3 pl-9 text-sm placeholder:text-concrete-600 hover:border-concrete-600"
      />
    </form>
  )
}
