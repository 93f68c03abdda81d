import { pipeline, Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'

/** A form that ended too early. */
export class CutOff extends Error {
  override readonly name = 'CutOff'
}

/** The file of a form while it arrives, and the fields that came before it. */
export type FormFile = { fields: Map<string, string>; type: string; bytes: AsyncIterable<Uint8Array> }

/** Finds the file in a `multipart/form-data` body; undefined when there is none. `formData()` would hold it in memory four times. */
export const readForm = (body: AsyncIterable<Uint8Array>, contentType: string): Promise<FormFile | undefined> =>
  new Promise((resolve) => {
    if (!contentType.includes('boundary=')) return resolve(undefined)
    const source = Readable.from(body, { objectMode: false })
    const fields = new Map<string, string>()
    const form = new Busboy({ headers: { 'content-type': contentType }, limits: { fieldSize: 1024 } })
    let file: Readable | undefined
    form.on('field', (name, value) => fields.set(name, value))
    form.on('file', (_field, found, _name, _encoding, type) => {
      file = found
      // Reading reports it.
      found.on('error', () => {})
      const read = async function* () {
        try {
          yield* found as AsyncIterable<Uint8Array>
        } finally {
          source.destroy()
        }
      }
      resolve({ fields, type, bytes: read() })
    })
    pipeline(source, form, (cause) => {
      if (cause) file?.destroy(new CutOff(undefined, { cause }))
      resolve(undefined)
    })
  })
