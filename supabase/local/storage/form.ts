/** A form that ended too early. */
export class CutOff extends Error {
  override readonly name = 'CutOff'
}

/** The file of a form while it arrives, and the fields that came before it. */
export type FormFile = { fields: Map<string, string>; type: string; bytes: AsyncIterable<Uint8Array> }

// supabase-js sends a few short fields; a file may be of any size.
const PART_MAX = 16 * 1024

const HEAD_END = Buffer.from('\r\n\r\n')
const TYPE = /^content-type: *([\x20-\x7e]+)\r?$/im

/**
 * Finds the file in a `multipart/form-data` body without holding it in memory, as `formData()` would, four times over.
 * Undefined when there is none; like the hosted API it knows no field behind the file.
 */
export const readForm = async (body: AsyncIterable<Uint8Array>, contentType: string): Promise<FormFile | undefined> => {
  const boundary = /boundary="?([^";]{1,70})/i.exec(contentType)?.[1]
  if (!boundary) return undefined
  const source = body[Symbol.asyncIterator]()
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  // The first delimiter stands at the beginning of the body, without a line before it.
  let rest: Buffer = Buffer.from('\r\n')
  const pull = async () => {
    const { done, value } = await source.next()
    if (!done) rest = Buffer.concat([rest, value])
    return !done
  }
  const upTo = async (mark: Buffer): Promise<string | undefined> => {
    for (let at = rest.indexOf(mark); ; at = rest.indexOf(mark)) {
      if (at >= 0) {
        const text = rest.subarray(0, at).toString()
        rest = rest.subarray(at + mark.length)
        return text
      }
      if (rest.length > PART_MAX || !(await pull())) return undefined
    }
  }
  const readBytes = async function* () {
    try {
      for (let end = rest.indexOf(delimiter); ; end = rest.indexOf(delimiter)) {
        // The delimiter may have arrived in part.
        const safe = end >= 0 ? end : Math.max(0, rest.length - delimiter.length)
        yield rest.subarray(0, safe)
        if (end >= 0) return
        rest = rest.subarray(safe)
        if (!(await pull())) throw new CutOff()
      }
    } finally {
      await source.return?.()
    }
  }

  const fields = new Map<string, string>()
  let text = await upTo(delimiter)
  while (text !== undefined) {
    const head = await upTo(HEAD_END)
    if (head === undefined) break
    if (/; *filename="/i.test(head)) return { fields, type: TYPE.exec(head)?.[1]?.trim() ?? '', bytes: readBytes() }
    text = await upTo(delimiter)
    fields.set(/; *name="([^"]*)"/i.exec(head)?.[1] ?? '', text ?? '')
  }
  await source.return?.()
  return undefined
}
