const units = ['KB', 'MB', 'GB', 'TB']

/** Formats bytes in units of 1,024, like the upload limits. */
export const formatBytes = (bytes: number): string => {
  if (bytes < 1024) return `${bytes} bytes`
  let size = bytes / 1024
  let unit = 0
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1024
    unit += 1
  }
  return `${size.toLocaleString('en-GB', { maximumFractionDigits: size < 10 ? 1 : 0 })} ${units[unit]}`
}
