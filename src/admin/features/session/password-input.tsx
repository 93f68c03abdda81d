import { Eye, EyeOff } from 'lucide-react'
import { type Ref, useState } from 'react'
import type { FieldControl } from '@/components/ui/field'
import { cn } from '@/lib/cn'

type PasswordInputProps = {
  control: FieldControl
  /** Tells password managers whether to fill in or to suggest. */
  autoComplete: 'current-password' | 'new-password'
  ref?: Ref<HTMLInputElement>
}

/** A password that its owner may look at while typing. */
export function PasswordInput({ control, autoComplete, ref }: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <div className="relative">
      <input
        {...control}
        ref={ref}
        type={shown ? 'text' : 'password'}
        required
        autoComplete={autoComplete}
        autoCapitalize="off"
        spellCheck={false}
        className={cn(control.className, 'pr-12')}
      />
      <button
        type="button"
        aria-pressed={shown}
        aria-label="Show password"
        aria-controls={control.id}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-lg text-concrete-600 hover:text-ink"
      >
        <Icon aria-hidden className="size-5" />
      </button>
    </div>
  )
}
