import { cpus, loadavg } from 'node:os'

/** Describes the machine's load, which affects every figure, TBT first. */
export const machineLoad = (): string => `load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} processors`

/** Returns the middle value, or the mean of the two in the middle. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const [low = Number.NaN, high = low] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return (low + high) / 2
}
