/** The middle value, or the mean of the two in the middle. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const [low = Number.NaN, high = low] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return (low + high) / 2
}

/** The value that `share` (0 to 1) of all values do not exceed. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}
