import type { Page } from 'playwright/test'

/** What a test asks the page to put into its file input. Made in the page: a debugger would refuse 50 MB. */
export type MadeFile =
  | { kind: 'video'; name: string; bytes?: number }
  | { kind: 'image'; name: string; width: number; height: number; noise?: boolean; bytes?: number; turned?: boolean }
  | { kind: 'text'; name: string; type: string; text: string }
  | { kind: 'zeros'; name: string; type: string; bytes: number }

/** Selects or drops files, made as described, in the page's one file input. */
export const giveFiles = (page: Page, files: readonly MadeFile[], way: 'select' | 'drop' = 'select'): Promise<void> =>
  page.evaluate(
    async ({ files, way }) => {
      const WIDTH = 320
      const HEIGHT = 180

      const canvasOf = (width: number, height: number) => {
        const canvas = Object.assign(document.createElement('canvas'), { width, height })
        const context = canvas.getContext('2d')
        if (!context) throw new Error('no canvas')
        return { canvas, context }
      }

      // A video of coloured frames, and an element of the format that means nothing to fill up the rest.
      const video = async (bytes: number): Promise<BlobPart[]> => {
        const { canvas, context } = canvasOf(WIDTH, HEIGHT)
        let frame = 0
        const draw = () => {
          context.fillStyle = `hsl(${(frame * 20) % 360} 70% 50%)`
          context.fillRect(0, 0, WIDTH, HEIGHT)
          frame += 1
        }
        draw()
        const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp8' })
        const parts: Blob[] = []
        recorder.ondataavailable = ({ data }) => parts.push(data)
        const stopped = new Promise((resolve) => {
          recorder.onstop = resolve
        })
        recorder.start()
        await new Promise<void>((resolve) => {
          const timer = setInterval(() => {
            draw()
            if (frame < 25) return
            clearInterval(timer)
            resolve()
          }, 40)
        })
        recorder.stop()
        await stopped
        const filling = bytes - new Blob(parts).size
        if (filling < 16) return parts
        const empty = new DataView(new ArrayBuffer(filling))
        empty.setUint8(0, 0xec)
        empty.setUint32(1, 0x01000000)
        empty.setUint32(5, filling - 9)
        return [...parts, empty.buffer]
      }

      const drawImage = async (width: number, height: number, noise: boolean): Promise<Blob> => {
        const { canvas, context } = canvasOf(width, height)
        context.fillStyle = '#c92020'
        context.fillRect(0, 0, width, height)
        if (noise) {
          const data = context.createImageData(width, height)
          const pixels = new Uint32Array(data.data.buffer)
          let seed = 1
          for (let index = 0; index < pixels.length; index += 1) {
            seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
            pixels[index] = 0xff000000 | (seed >>> 8)
          }
          context.putImageData(data, 0, 0)
        }
        const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
        if (!blob) throw new Error('no image')
        return blob
      }

      // The EXIF orientation 'rotate by 90 degrees', right after the file's first two bytes.
      const note = new Uint8Array(
        'ffe1 0022 4578 6966 0000 4d4d 002a 0000 0008 0001 0112 0003 0000 0001 0006 0000 0000 0000'
          .replaceAll(' ', '')
          .match(/../g)
          ?.map((pair) => Number.parseInt(pair, 16)) ?? [],
      )
      const noise = new Map<string, Blob>()

      const make = async (file: (typeof files)[number]): Promise<File> => {
        switch (file.kind) {
          case 'video':
            return new File(await video(file.bytes ?? 0), file.name, { type: 'video/webm' })
          case 'image': {
            const key = `${file.width} ${file.height} ${String(file.noise)}`
            const image = noise.get(key) ?? (await drawImage(file.width, file.height, file.noise ?? false))
            noise.set(key, image)
            const parts: BlobPart[] = file.turned ? [image.slice(0, 2), note, image.slice(2)] : [image]
            if (file.bytes) parts.push(new Uint8Array(file.bytes - image.size))
            return new File(parts, file.name, { type: 'image/jpeg' })
          }
          case 'text':
            return new File([file.text], file.name, { type: file.type })
          case 'zeros':
            return new File([new Uint8Array(file.bytes)], file.name, { type: file.type })
        }
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
    { files: [...files], way },
  )

/** What is stored under a key, as JSON. */
export const storedJson = <T>(page: Page, key: string): Promise<T> =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null'), key)

/** The keys of all files in the browser's database, without making one where there is none. */
export const databaseKeys = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const known = await indexedDB.databases()
    if (!known.some(({ name }) => name === 'media')) return []
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('media')
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const keys = await new Promise<string[]>((resolve, reject) => {
      const request = database.transaction('files').objectStore('files').getAllKeys()
      request.onsuccess = () => resolve(request.result.map(String))
      request.onerror = () => reject(request.error)
    })
    database.close()
    return keys
  })

/** Uses local storage up to the last character. */
export const fillLocalStorage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    let text = 'x'.repeat(1024 * 1024)
    for (let key = 0; text.length > 0; ) {
      try {
        localStorage.setItem(`filler-${key}`, text)
        key += 1
      } catch {
        text = text.slice(Math.ceil(text.length / 2))
        if (text.length === 1) {
          try {
            localStorage.setItem('f', '')
          } catch {
            return
          }
          return
        }
      }
    }
  })
