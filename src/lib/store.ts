/** Creates an observable value. */
export const createStore = <State>(initial: State) => {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    get: (): State => state,
    set(next: State): void {
      state = next
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
