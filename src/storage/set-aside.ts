import { quarantinedText } from './quarantine'

export { dropQuarantined as dropSetAside, useIsQuarantined as useIsSetAside } from './quarantine'
export const setAsideText = (key: string): string => quarantinedText(key) ?? ''
