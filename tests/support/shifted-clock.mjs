// @ts-check
// Preloaded into a server (`node --import`): its clock is off by the milliseconds in CLOCK_FILE, which a test may change.
import { readFileSync } from 'node:fs'

const RealDate = Date
let offset = 0
const read = () => {
  offset = Number(readFileSync(process.env.CLOCK_FILE ?? '', 'utf8')) || 0
}
read()
setInterval(read, 20).unref()

globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(RealDate.now() + offset).toString(),
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [RealDate.now() + offset] : args, newTarget),
  get: (target, name, receiver) =>
    name === 'now' ? () => RealDate.now() + offset : Reflect.get(target, name, receiver),
})
