import { cpus, loadavg } from 'node:os'

/** How busy the machine is: other programs on it show in every figure that waits for a processor, TBT first. */
export const machineLoad = (): string => `load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} processors`
