import { type ReactNode, useEffect, useState } from 'react'
import { ChoiceNote } from '../media-parts'

/** The form of a project in one tab at a time: the last to keep a draft would undo what the others have entered. */
export function OneTab({ project, onLeave, children }: { project: string; onLeave: () => void; children: ReactNode }) {
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
      return untilLeft
    }
    const held = navigator.locks?.request(`project ${project}`, takes ? { steal: true } : { signal }, hold) ?? hold()
    // Another tab has taken it.
    held.catch(() => signal.aborted || setHere(false))
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
