const KEY = 'scroll-positions'

/** How far each visit of a page had been scrolled, in px, kept for the browser session; lost where there is no storage. */
export const scrollPositions = {
  read(): Record<string, unknown> {
    try {
      const value: unknown = JSON.parse(window.sessionStorage.getItem(KEY) ?? '{}')
      return typeof value === 'object' && value !== null ? { ...value } : {}
    } catch {
      return {}
    }
  },
  write(positions: Record<string, unknown>): void {
    try {
      window.sessionStorage.setItem(KEY, JSON.stringify(positions))
    } catch {
      // Blocked or full: the page works, and a way back after a reload begins at the top.
    }
  },
}
