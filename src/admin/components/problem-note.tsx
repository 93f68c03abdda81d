import { CircleAlert } from 'lucide-react'
import type { Explained } from '@/admin/words/media-texts'

export function ProblemNote({ id, problem }: { id?: string; problem: Explained }) {
  return (
    <p id={id} role="alert" className="flex gap-2 text-danger text-sm">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        <strong className="font-semibold">{problem.text}</strong> {problem.hint}
      </span>
    </p>
  )
}
