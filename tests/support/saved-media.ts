import type { SavedFile } from '@/domain/media'

/** The smallest picture. */
export const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAACADs='

/** A picture or video as this browser has saved it. */
export const savedFile = (id: number, name: string, url = `${PIXEL}#${id}`): SavedFile => ({
  ...{ id: String(id), name, url, uploadDate: '01/02/2026' },
})

/** Saves a list in this browser as the media screens do. */
export const saveList = (key: string, list: unknown): void => localStorage.setItem(key, JSON.stringify(list))
