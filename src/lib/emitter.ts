export const createEmitter = () => {
  const listeners = new Set<() => void>()
  return {
    emit(): void {
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
