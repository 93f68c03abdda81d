import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { ChoiceNote } from '../media-parts'

type OneTabProps = {
  project: string
  /** Is told whether this is the tab. */
  onHeld: (isHeld: boolean) => void
  onLeave: () => void
  children: ReactNode
}

/** The form of a project in one tab at a time: the last to keep a draft would undo what the others have entered. */
export function OneTab({ project, onHeld, onLeave, children }: OneTabProps) {
  const tell = useEffectEvent(onHeld)
  const [isHere, setHere] = useState<boolean>()
  const [takes, setTakes] = useState(0)
  useEffect(() => {
    const left = new AbortController()
    const { signal } = left
    const untilLeft = new Promise((resolve) => signal.addEventListener('abort', resolve))
    const timer = setTimeout(setHere, 300, false)
    const hold = () => {
      clearTimeout(timer)
      setHere(true)
      tell(true)
      return untilLeft
    }
    const ask = (options: LockOptions): Promise<unknown> =>
      navigator.locks.request(`project ${project}`, options, hold).catch((cause) => {
        if (signal.aborted) return
        // Where storage is refused, locks are, too.
        if (cause.name === 'SecurityError') return hold()
        // Another tab has taken it.
        setHere(false)
        tell(false)
        return ask({ signal })
      })
    if (navigator.locks) void ask(takes ? { steal: true } : { signal })
    else void hold()
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [project, takes])
  if (isHere !== false) return isHere && children
  const take = () => setTakes(takes + 1)
  return (
    <ChoiceNote keepLabel="Edit it here instead" dropLabel="All projects" onKeep={take} onDrop={onLeave}>
      <p>This project is open in another tab of this browser. What you enter here and there would undo each other.</p>
    </ChoiceNote>
  )
}
