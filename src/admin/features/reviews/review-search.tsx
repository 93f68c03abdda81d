import { Search, X } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'

// Long enough to type a word, short enough not to wait for.
const PAUSE_MS = 250

/** Searches while one types, after a short pause. */
export function ReviewSearch({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  // Back and forward change the address without typing; what is being typed is never overwritten.
  useEffect(() => {
    const element = input.current
    if (element && element !== document.activeElement) element.value = value
  }, [value])

  const searchNow = (text: string) => {
    window.clearTimeout(timer.current)
    if (text.trim() !== value) onSearch(text)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers before 2023 do not know the search element.
    <form
      role="search"
      className="relative min-w-0 grow sm:max-w-sm"
      onSubmit={(event) => {
        event.preventDefault()
        searchNow(input.current?.value ?? '')
      }}
    >
      <label htmlFor={id} className="sr-only">
        Search reviews
      </label>
      <Search aria-hidden className="pointer-events-none absolute top-2.5 left-3 size-4 text-concrete-600" />
      <input
        ref={input}
        id={id}
        type="text"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={200}
        defaultValue={value}
        placeholder="Name, place, words or e-mail"
        onChange={({ currentTarget: { value: text } }) => {
          window.clearTimeout(timer.current)
          timer.current = window.setTimeout(() => searchNow(text), PAUSE_MS)
        }}
        className="h-9 w-full rounded-lg border border-concrete-400 bg-white pr-9 pl-9 text-sm placeholder:text-concrete-600 hover:border-concrete-600"
      />
      {value && (
        <button
          type="button"
          aria-label="Clear the search"
          onClick={() => {
            if (input.current) input.current.value = ''
            searchNow('')
            input.current?.focus()
          }}
          className="absolute top-1 right-1 grid size-7 place-items-center rounded hover:bg-ink/5"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </form>
  )
}
