import type { Page } from 'playwright/test'

/** File that the page makes, because the debugger refuses 50 MB. */
export type MadeFile = { name: string } & (
  | { kind: 'video'; bytes?: number }
  | { kind: 'image'; width: number; height: number; noise?: boolean; bytes?: number; turned?: boolean }
  | { kind: 'text'; type: string; text: string }
  | { kind: 'base64'; type: string; base64: string }
)

const recordVideo = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 })
    const context = canvas.getContext('2d')
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp8' })
    const parts: Blob[] = []
    recorder.ondataavailable = ({ data }) => parts.push(data)
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve))
    recorder.start()
    for (let frame = 0; frame < 25; frame += 1) {
      if (context) context.fillStyle = `hsl(${frame * 14} 70% 50%)`
      context?.fillRect(0, 0, 320, 240)
      await new Promise((resolve) => setTimeout(resolve, 40))
    }
    recorder.stop()
    await stopped
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  })

let video = ''
/** Returns a one-second WebM video. */
export const makeVideo = async (page: Page): Promise<Buffer<ArrayBuffer>> => {
  video ||= await recordVideo(page)
  return Buffer.from(video, 'base64')
}

/** Puts files into the page's only file input. */
export const giveFiles = async (page: Page, files: readonly MadeFile[], way: 'select' | 'drop' = 'select') => {
  const film = files.some(({ kind }) => kind === 'video') ? (await makeVideo(page)).toString('base64') : ''
  await page.evaluate(
    async ({ files, way, film }) => {
      const draw = (width: number, height: number, noise = false) => {
        const canvas = Object.assign(document.createElement('canvas'), { width, height })
        const image = new ImageData(width, height)
        new Uint32Array(image.data.buffer).fill(0xff2020c9)
        if (noise) for (let at = 0; at < image.data.length; at += 4) image.data[at] = Math.random() * 256
        canvas.getContext('2d')?.putImageData(image, 0, 0)
        return new Promise<Blob>((resolve) => canvas.toBlob((blob) => blob && resolve(blob), 'image/jpeg', 0.9))
      }
      // EXIF orientation "rotate by 90 degrees".
      const hex = 'ffe1002245786966 00004d4d002a0000 0008000101120003 0000000100060000 00000000'
      const note = Uint8Array.from(hex.replaceAll(' ', '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
      const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      const drawn = new Map<string, Blob>()
      const partsOf = async (file: (typeof files)[number]): Promise<BlobPart[]> => {
        if (file.kind === 'text') return [file.text]
        if (file.kind === 'base64') return [bytesOf(file.base64)]
        if (file.kind === 'video') return [bytesOf(film)]
        const size = `${file.width} ${file.height}`
        const image = drawn.get(size) ?? (await draw(file.width, file.height, file.noise))
        drawn.set(size, image)
        return file.turned ? [image.slice(0, 2), note, image.slice(2)] : [image]
      }

      const transfer = new DataTransfer()
      const types = { video: 'video/webm', image: 'image/jpeg' }
      for (const file of files) {
        const whole = new Blob(await partsOf(file))
        const filling = 'bytes' in file ? Math.max(0, (file.bytes ?? 0) - whole.size) : 0
        const type = 'type' in file ? file.type : types[file.kind]
        transfer.items.add(new File([whole, new Uint8Array(filling)], file.name, { type }))
      }
      const input = document.querySelector<HTMLInputElement>('input[type="file"]')
      if (!input) throw new Error('no file input')
      if (way === 'select') {
        input.files = transfer.files
        input.dispatchEvent(new Event('change', { bubbles: true }))
      } else
        for (const type of ['dragover', 'drop'])
          input.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }))
    },
    { files: [...files], way, film },
  )
}

/** Reads JSON from local storage. */
export const storedJson = <T>(page: Page, key: string): Promise<T> =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null'), key)

/** Returns IndexedDB's file keys without creating the database. */
export const databaseKeys = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const known = await indexedDB.databases()
    if (!known.some(({ name }) => name === 'media')) return []
    const opening = indexedDB.open('media')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const asking = opening.result.transaction('files').objectStore('files').getAllKeys()
    await new Promise((resolve) => asking.addEventListener('success', resolve))
    opening.result.close()
    return asking.result.map(String)
  })

/** Fills local storage completely. */
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
