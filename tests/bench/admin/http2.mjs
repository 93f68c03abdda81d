// @ts-check
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createSecureServer } from 'node:http2'
import { tmpdir } from 'node:os'
import path from 'node:path'

// A certificate for this run alone; undefined on a machine without OpenSSL.
const makeCertificate = () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-tls-'))
  try {
    const [keyout, out] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
    const subject = ['-subj', '/CN=localhost', '-days', '1', '-nodes', '-newkey', 'rsa:2048']
    const { status } = spawnSync('openssl', ['req', '-x509', ...subject, '-keyout', keyout, '-out', out])
    return status === 0 ? { key: readFileSync(keyout), cert: readFileSync(out) } : undefined
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Puts HTTP/2 in front of a site, as every static host does: over the older protocol the preview server's scripts come
 * six at a time. Returns the new URL, or the old one where no certificate can be made.
 * @param {string} site
 * @returns {Promise<string>}
 */
export const overHttp2 = async (site) => {
  const certificate = makeCertificate()
  if (!certificate) return site
  const server = createSecureServer(certificate, (incoming, outgoing) => {
    const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !name.startsWith(':')))
    const onward = request(new URL(incoming.url, site), { method: incoming.method, headers }, (answer) => {
      const { connection, 'transfer-encoding': _, 'keep-alive': __, ...kept } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, kept)
      answer.pipe(outgoing)
    })
    onward.once('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const address = server.address()
  return `https://localhost:${typeof address === 'object' && address ? address.port : 0}`
}
