/** Reads a whole file into memory and reports how much of it has been read, from 0 to 1. Rejects when it cannot. */
export const readFile = (file: File, onProgress: (part: number) => void): Promise<Blob> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    reader.onerror = () => reject(reader.error)
    // A copy: what is stored must not change when the file on disk does.
    reader.onload = () => resolve(new Blob([reader.result as ArrayBuffer], { type: file.type }))
    reader.readAsArrayBuffer(file)
  })

/** The file as an address that holds all of it. */
export const toDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(reader.error)
    reader.onload = () => resolve(String(reader.result))
    reader.readAsDataURL(blob)
  })
