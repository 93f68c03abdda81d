/** Oldest supported browsers: Vite 8's defaults, pinned against updates. Firefox 114 doesn't support `:has()`. */
export const OLDEST_BROWSERS = { chrome: '111', edge: '111', firefox: '114', safari: '16.4', ios: '16.4' } as const
