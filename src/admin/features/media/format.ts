const units = ['KB', 'MB', 'GB', 'TB']

/** A number of bytes for people, in steps of 1,024 as the upload limits count them. */
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

/** The date of an upload as a record keeps it. */
export const uploadDate = (): string => new Date().toLocaleDateString('en-GB')
