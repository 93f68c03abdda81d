type MediaFormat = {
  readonly family: 'image' | 'video'
  readonly type: string
  readonly extensions: readonly string[]
  readonly stored?: string
}

export const mediaFormats = {
  // MP and MPO append a short video or the picture for the other eye.
  jpeg: {
    family: 'image',
    type: 'image/jpeg',
    extensions: ['jpg', 'jpeg', 'jpe', 'jfif', 'pjpeg', 'pjp', 'mp', 'mpo'],
    stored: 'jpg',
  },
  png: { family: 'image', type: 'image/png', extensions: ['png', 'apng'] },
  gif: { family: 'image', type: 'image/gif', extensions: ['gif'] },
  webp: { family: 'image', type: 'image/webp', extensions: ['webp'], stored: 'webp' },
  avif: { family: 'image', type: 'image/avif', extensions: ['avif', 'avifs'] },
  heic: { family: 'image', type: 'image/heic', extensions: ['heic', 'heif', 'hif', 'heics', 'heifs'] },
  bmp: { family: 'image', type: 'image/bmp', extensions: ['bmp', 'dib'] },
  svg: { family: 'image', type: 'image/svg+xml', extensions: ['svg'] },
  tiff: { family: 'image', type: 'image/tiff', extensions: ['tif', 'tiff'] },
  ico: { family: 'image', type: 'image/x-icon', extensions: ['ico'] },
  jxl: { family: 'image', type: 'image/jxl', extensions: ['jxl'] },
  raw: {
    family: 'image',
    type: 'image/x-adobe-dng',
    extensions: ['dng', 'cr2', 'cr3', 'nef', 'arw', 'raf', 'orf', 'rw2'],
  },
  mp4: { family: 'video', type: 'video/mp4', extensions: ['mp4', 'm4v'], stored: 'mp4' },
  webm: { family: 'video', type: 'video/webm', extensions: ['webm'], stored: 'webm' },
  ogg: { family: 'video', type: 'video/ogg', extensions: ['ogg', 'ogv'], stored: 'ogv' },
  mov: { family: 'video', type: 'video/quicktime', extensions: ['mov', 'qt'] },
  mkv: { family: 'video', type: 'video/x-matroska', extensions: ['mkv'] },
  avi: { family: 'video', type: 'video/x-msvideo', extensions: ['avi'] },
  '3gp': { family: 'video', type: 'video/3gpp', extensions: ['3gp', '3g2'] },
  mpeg: { family: 'video', type: 'video/mpeg', extensions: ['mpg', 'mpeg', 'mts', 'm2ts'] },
  wmv: { family: 'video', type: 'video/x-ms-wmv', extensions: ['wmv'] },
} as const satisfies Record<string, MediaFormat>

export type FormatName = keyof typeof mediaFormats

const all: readonly MediaFormat[] = Object.values(mediaFormats)

export const MEDIA_EXTENSION = new RegExp(`\\.(?:${all.flatMap(({ extensions }) => extensions).join('|')})$`, 'i')

/** Returns the extension of published files, or undefined if the server rejects the type. */
export const storedExtension = (type: string): string | undefined => all.find((format) => format.type === type)?.stored
