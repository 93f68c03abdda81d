/** Runs one task at a time, in the order of asking. */
export type Mutex = <T>(task: () => Promise<T> | T) => Promise<T>

/** A fair lock; a task that fails does not hold up the next. */
export function createMutex(): Mutex {
  let tail: Promise<unknown> = Promise.resolve()
  return (task) => {
    const turn = tail.then(task)
    tail = turn.catch(() => {})
    return turn
  }
}
