import type { SavedFile } from '@/domain/media'

export const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAACADs='

/** Returns a picture or video as this browser saves it. */
export const savedFile = (id: number, name: string, url = `${PIXEL}#${id}`): SavedFile => ({
  ...{ id: String(id), name, url, uploadDate: '01/02/2026' },
})

export const saveList = (key: string, list: unknown): void => localStorage.setItem(key, JSON.stringify(list))
