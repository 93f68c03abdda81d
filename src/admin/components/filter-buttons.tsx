type FilterButtonsProps<Key extends string> = {
  label: string
  choices: readonly { key: Key; label: string }[]
  chosen: Key
  onChoose: (key: Key) => void
}

export function FilterButtons<Key extends string>({ label, choices, chosen, onChoose }: FilterButtonsProps<Key>) {
  return (
    <fieldset className="flex flex-wrap gap-1 rounded-lg bg-concrete-100 p-1">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <button
          key={choice.key}
          type="button"
          aria-pressed={choice.key === chosen}
          onClick={() => onChoose(choice.key)}
          className="min-h-8 rounded-md px-3 font-semibold text-concrete-700 text-sm hover:text-ink aria-pressed:bg-white aria-pressed:text-ink aria-pressed:shadow-sm forced-colors:border forced-colors:aria-pressed:border-4"
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  )
}
