import { parseArgs } from 'node:util'
import { serve } from '../../scripts/site.mjs'

import { startStaticHost } from './support/static-host.ts'

/**
 * `npm run bench -- host`: serves `dist` as the benches see it, until it is stopped. The benches run it as a process
 * of its own, so that their work does not delay its answers.
 */
export const run = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: { folder: { type: 'string', default: 'dist' }, 'no-backend': { type: 'boolean' } },
  })
  const backend = values['no-backend'] ? undefined : await serve(process.cwd())
  const host = await startStaticHost(values.folder, backend)
  console.info(`${host.url} (certificate of its own: accept it, or start the browser with --ignore-certificate-errors)`)
  process.send?.({ url: host.url, backend })
  process.on('message', async ({ path, html }: { path: string; html: string }) => {
    await host.publish(path, html)
    process.send?.({ published: path })
  })
  await new Promise<void>((resolve) => process.once('disconnect', resolve))
}
