import type { AddressInfo, Server } from 'node:net'

/** Starts a server and returns its origin. */
export const listen = async (server: Server, port = 0): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
