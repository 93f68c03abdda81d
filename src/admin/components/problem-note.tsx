import { CircleAlert } from 'lucide-react'
import type { ProblemText } from '@/admin/text/media-texts'

type ProblemNoteProps = { id?: string; problem: ProblemText; silent?: boolean }

export function ProblemNote({ id, problem, silent = false }: ProblemNoteProps) {
  return (
    <p id={id} role={silent ? undefined : 'alert'} className="flex gap-2 text-danger text-sm">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        <strong className="font-semibold">{problem.text}</strong> <span>{problem.hint}</span>
      </span>
    </p>
  )
}
