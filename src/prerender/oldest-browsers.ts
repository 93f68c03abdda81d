/** The oldest browsers in which everything works: what Vite 8 builds for, written down so that an update cannot move it. */
export const OLDEST_BROWSERS = { chrome: '111', edge: '111', firefox: '114', safari: '16.4', ios: '16.4' } as const
