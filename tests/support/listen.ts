import type { AddressInfo, Server } from 'node:net'

/** Starts a server on this machine, at a free port unless one is named; returns its origin. */
export const listen = async (server: Server, port = 0): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
