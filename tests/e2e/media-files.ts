import type { Page } from 'playwright/test'

/** What a test asks the page to put into its file input. Made in the page: a debugger would refuse 50 MB. */
export type MadeFile = { name: string } & (
  | { kind: 'video'; bytes?: number }
  | { kind: 'image'; width: number; height: number; noise?: boolean; bytes?: number; turned?: boolean }
  | { kind: 'text'; type: string; text: string }
)

const recordVideo = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 })
    const context = canvas.getContext('2d')
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp8' })
    const parts: Blob[] = []
    recorder.ondataavailable = ({ data }) => parts.push(data)
    recorder.start()
    for (let frame = 0; frame < 25; frame += 1) {
      if (context) context.fillStyle = `hsl(${frame * 14} 70% 50%)`
      context?.fillRect(0, 0, 320, 240)
      await new Promise((resolve) => setTimeout(resolve, 40))
    }
    await new Promise((resolve) => {
      recorder.onstop = resolve
      recorder.stop()
    })
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  })

let video = ''
/** A second of moving colours, as a WebM file; recorded once by any page. */
export const makeVideo = async (page: Page): Promise<Buffer> => {
  video ||= await recordVideo(page)
  return Buffer.from(video, 'base64')
}

/** Selects or drops files, made as described, in the page's one file input. */
export const giveFiles = async (
  page: Page,
  files: readonly MadeFile[],
  way: 'select' | 'drop' = 'select',
): Promise<void> => {
  const film = files.some(({ kind }) => kind === 'video') ? (await makeVideo(page)).toString('base64') : ''
  await page.evaluate(
    async ({ files, way, film }) => {
      const filmOf = (bytes = 0): BlobPart[] => {
        const whole = Uint8Array.from(atob(film), (character) => character.charCodeAt(0))
        if (bytes < whole.length + 16) return [whole]
        // An element of the format that means nothing fills up the rest.
        const filling = bytes - whole.length
        const empty = new DataView(new ArrayBuffer(filling))
        empty.setUint8(0, 0xec)
        empty.setUint32(1, 0x01000000)
        empty.setUint32(5, filling - 9)
        return [whole, empty.buffer]
      }

      const draw = (width: number, height: number, noise = false) => {
        const canvas = Object.assign(document.createElement('canvas'), { width, height })
        const context = canvas.getContext('2d')
        if (context) context.fillStyle = '#c92020'
        context?.fillRect(0, 0, width, height)
        if (noise) {
          const data = new ImageData(width, height)
          const pixels = new Uint32Array(data.data.buffer)
          for (let index = 0; index < pixels.length; index += 1)
            pixels[index] = 0xff000000 | Math.floor(Math.random() * 0x1000000)
          context?.putImageData(data, 0, 0)
        }
        return new Promise<Blob>((resolve) => canvas.toBlob((blob) => blob && resolve(blob), 'image/jpeg', 0.9))
      }

      // The EXIF orientation 'rotate by 90 degrees', right after the file's first two bytes.
      const note = new Uint8Array(
        'ffe1 0022 4578 6966 0000 4d4d 002a 0000 0008 0001 0112 0003 0000 0001 0006 0000 0000 0000'
          .replaceAll(' ', '')
          .match(/../g)
          ?.map((pair) => Number.parseInt(pair, 16)) ?? [],
      )
      const drawn = new Map<string, Blob>()

      const make = async (file: (typeof files)[number]): Promise<File> => {
        if (file.kind === 'text') return new File([file.text], file.name, { type: file.type })
        if (file.kind === 'video') return new File(filmOf(file.bytes), file.name, { type: 'video/webm' })
        const size = `${file.width} ${file.height}`
        const image = drawn.get(size) ?? (await draw(file.width, file.height, file.noise))
        drawn.set(size, image)
        const parts: BlobPart[] = file.turned ? [image.slice(0, 2), note, image.slice(2)] : [image]
        if (file.bytes) parts.push(new Uint8Array(file.bytes - image.size))
        return new File(parts, file.name, { type: 'image/jpeg' })
      }

      const transfer = new DataTransfer()
      for (const file of files) transfer.items.add(await make(file))
      const input = document.querySelector<HTMLInputElement>('input[type="file"]')
      if (!input) throw new Error('no file input')
      if (way === 'drop') {
        for (const type of ['dragover', 'drop'])
          input.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }))
      } else {
        input.files = transfer.files
        input.dispatchEvent(new Event('change', { bubbles: true }))
      }
    },
    { files: [...files], way, film },
  )
}

/** What is stored under a key, as JSON. */
export const storedJson = <T>(page: Page, key: string): Promise<T> =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null'), key)

/** The keys of all files in the browser's database, without making one where there is none. */
export const databaseKeys = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const known = await indexedDB.databases()
    if (!known.some(({ name }) => name === 'media')) return []
    const answerOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await answerOf(indexedDB.open('media'))
    const keys = await answerOf(database.transaction('files').objectStore('files').getAllKeys())
    database.close()
    return keys.map(String)
  })

/** Uses local storage up to the last characters. */
export const fillLocalStorage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    let key = 0
    for (let length = 1024 * 1024; length >= 1; ) {
      try {
        localStorage.setItem(`filler-${key}`, 'x'.repeat(length))
        key += 1
      } catch {
        length = Math.floor(length / 2)
      }
    }
  })
