import { Upload } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import { ProblemNote } from '@/admin/components/problem-note'
import type { ProblemText } from '@/admin/text/media-texts'
import { cn } from '@/lib/cn'

type DropZoneProps = {
  label: string
  hint?: string
  accept: string
  multiple?: boolean
  disabled?: boolean
  problem?: ProblemText | undefined
  /** Whether it is announced elsewhere. */
  silent?: boolean
  onFiles: (files: File[]) => void
}

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
const isDisabled = (event: DragEvent<HTMLLabelElement>) => event.currentTarget.control?.matches(':disabled')

/** File field. `onFiles` must check the types, because dropped files ignore `accept`. */
export function DropZone(props: DropZoneProps) {
  const { label, hint, accept, multiple = false, disabled = false, problem, silent = false, onFiles } = props
  const id = useId()
  const [over, setOver] = useState(false)
  return (
    <>
      <label
        onDragOver={(event) => {
          if (isDisabled(event) || !hasFiles(event)) return
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          if (!hasFiles(event)) return
          // Otherwise the browser opens the file in place of the dashboard.
          event.preventDefault()
          setOver(false)
          const files = [...event.dataTransfer.files]
          if (!isDisabled(event) && files.length > 0) onFiles(multiple ? files : files.slice(0, 1))
        }}
        className={cn(
          'flex flex-wrap items-center justify-center gap-x-3 gap-y-1 rounded-lg border border-dashed px-4 py-6 text-center text-sm transition-colors duration-150',
          'focus-within:outline-3 focus-within:outline-green-dark focus-within:outline-offset-2',
          over ? 'border-green-dark bg-green/10' : 'border-concrete-500 bg-white',
          disabled ? 'cursor-not-allowed opacity-60' : 'cursor-pointer hover:border-concrete-600',
        )}
      >
        <Upload aria-hidden className="size-5 text-concrete-600" />
        <span className="font-semibold underline underline-offset-4">{label}</span>
        <span className="text-concrete-600 [@media(pointer:coarse)]:hidden">
          or drop {multiple ? 'them' : 'it'} here
        </span>
        {hint && (
          <span id={`${id}-hint`} className="w-full text-concrete-600">
            {hint}
          </span>
        )}
        <input
          type="file"
          aria-label={label}
          aria-describedby={cn(hint && `${id}-hint`, problem && `${id}-problem`) || undefined}
          aria-invalid={problem ? true : undefined}
          accept={accept}
          multiple={multiple}
          disabled={disabled}
          className="sr-only"
          onChange={(event) => {
            const files = [...(event.target.files ?? [])]
            event.target.value = ''
            if (files.length > 0) onFiles(files)
          }}
        />
      </label>
      {problem && <ProblemNote id={`${id}-problem`} problem={problem} silent={silent} />}
    </>
  )
}
