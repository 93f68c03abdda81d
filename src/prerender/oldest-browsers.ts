/** The oldest browsers in which everything works: Vite 8's defaults, fixed here so that no update moves them. */
export const OLDEST_BROWSERS = { chrome: '111', edge: '111', firefox: '114', safari: '16.4', ios: '16.4' } as const
