import { startHost } from './support/host.ts'

/** `npm run bench -- host`: serves `dist` as the benches see it, until it is stopped. */
export const run = async (): Promise<void> => {
  const { url } = await startHost()
  console.info(`${url} (certificate of its own: accept it, or start the browser with --ignore-certificate-errors)`)
  await new Promise(() => {})
}
