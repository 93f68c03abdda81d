import { type FormEvent, useEffect, useRef } from 'react'
import { buttonClass } from '@/components/ui/button'

type RenameFormProps = { name: string; onSave: (name: string) => void; onCancel: () => void }

/** Changes an image's name, which the home page gives to people who cannot see the picture. */
export function RenameForm({ name, onSave, onCancel }: RenameFormProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typed = input.current?.value.trim()
    if (typed) onSave(typed)
    else input.current?.focus()
  }
  return (
    <form onSubmit={submit} className="grid gap-2">
      <label className="grid gap-1 px-1 text-sm">
        What the picture shows
        <input
          ref={input}
          defaultValue={name}
          required
          maxLength={200}
          onKeyDown={(event) => event.key === 'Escape' && onCancel()}
          className="w-full rounded-lg border border-concrete-400 px-2.5 py-1.5"
        />
      </label>
      <div className="flex gap-2">
        <button type="submit" className={buttonClass({ size: 'sm' })}>
          Save
        </button>
        <button type="button" onClick={onCancel} className={buttonClass({ variant: 'ghost', size: 'sm' })}>
          Cancel
        </button>
      </div>
    </form>
  )
}
