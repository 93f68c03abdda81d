import { parseArgs } from 'node:util'
import { startFilledHost } from './support/filled-host.ts'
import { startHost } from './support/host.ts'

/** `npm run bench -- host [--filled N]` serves `dist`, or a site with N custom projects. */
export const run = async (args: string[]): Promise<void> => {
  const { filled } = parseArgs({ args, options: { filled: { type: 'string' } } }).values
  const { url } = await (filled ? startFilledHost(Number(filled)) : startHost())
  console.info(`${url} (certificate of its own: accept it, or start the browser with --ignore-certificate-errors)`)
  await new Promise(() => {})
}
