import { crc32 } from 'node:zlib'
import sharp from 'sharp'

// What sharp doesn't write is put together here: motion photos, APNG, BMP, and the smallest HEIC, MP4, MOV, WebM and MKV.
const bytes = (...parts: (string | number | readonly number[] | Uint8Array)[]): Buffer =>
  Buffer.concat(
    parts.map((part) => {
      if (typeof part === 'number') return Buffer.of(part)
      return typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part)
    }),
  )
const int = (value: number, length = 4): Buffer => {
  const made = Buffer.alloc(length)
  made.writeUIntBE(value, 0, length)
  return made
}
const littleEndian = (value: number, length = 4): Buffer => int(value, length).reverse()

const SIZE = { width: 24, height: 16 }
/** Grains of a colour, the same in each run. */
const grains = (shade = 0) => {
  const pixels = Uint8Array.from(
    { length: 3 * SIZE.width * SIZE.height },
    (_, index) => (index * index * 7 + shade) % 251,
  )
  return sharp(pixels, { raw: { ...SIZE, channels: 3 } })
}
const frames = () => Promise.all([0, 90].map((shade) => grains(shade).png().toBuffer()))

export const box = (type: string, ...content: Parameters<typeof bytes>): Buffer => {
  const body = bytes(...content)
  return bytes(int(8 + body.length), type, body)
}
const fileType = (...brands: string[]) => box('ftyp', brands[0] ?? '', int(0), ...brands)
export const mp4 = (...brands: string[]): Buffer =>
  bytes(fileType(...brands), box('moov', box('mvhd', Buffer.alloc(100))), box('mdat', Buffer.alloc(400, 7)))
const heic = (...brands: string[]) =>
  bytes(fileType(...brands), box('meta', int(0), box('hdlr', Buffer.alloc(24))), box('mdat', Buffer.alloc(400, 7)))

const UNKNOWN = [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]
const element = (id: number[], content: Uint8Array): Buffer =>
  bytes(id, [0x40 | (content.length >> 8), content.length & 255], content)
/** A film of one picture, the VP8 key frame of a WebP; as a recorder writes it if its length is `unknown`. */
const matroska = (docType: string, frame: Uint8Array, length: 'known' | 'unknown' = 'known'): Buffer => {
  const header = element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], bytes(docType)))
  const size = bytes(element([0xb0], int(SIZE.width, 1)), element([0xba], int(SIZE.height, 1)))
  const track = [element([0xd7], int(1, 1)), element([0x73, 0xc5], int(1, 1)), element([0x83], int(1, 1))]
  const video = [element([0x86], bytes('V_VP8')), element([0xe0], size)]
  const tracks = element([0x16, 0x54, 0xae, 0x6b], element([0xae], bytes(...track, ...video)))
  const info = element([0x15, 0x49, 0xa9, 0x66], element([0x2a, 0xd7, 0xb1], int(1_000_000, 3)))
  const block = (time: number) => element([0xa3], bytes(0x81, int(time, 2), 0x80, frame))
  const blocks = bytes(element([0xe7], int(0, 1)), block(0), block(40))
  const [segment, cluster] = [
    [0x18, 0x53, 0x80, 0x67],
    [0x1f, 0x43, 0xb6, 0x75],
  ]
  if (length === 'unknown') return bytes(header, segment, UNKNOWN, info, tracks, cluster, UNKNOWN, blocks)
  return bytes(header, element(segment, bytes(info, tracks, element(cluster, blocks))))
}

const oggPage = (content: Uint8Array, flags: number): Buffer =>
  bytes('OggS', 0, flags, Buffer.alloc(20), 1, content.length, content)

const pngChunk = (type: string, ...content: Parameters<typeof bytes>): Buffer => {
  const body = bytes(type, ...content)
  return bytes(int(body.length - 4), body, int(crc32(body)))
}
/** The chunks of a PNG, each with its length and checksum. */
const pngChunks = (png: Buffer): Buffer[] => {
  const chunks: Buffer[] = []
  for (let at = 8; at < png.length; at += chunks.at(-1)?.length ?? 0)
    chunks.push(png.subarray(at, at + 12 + png.readUInt32BE(at)))
  return chunks
}
const toApng = ([first, second]: Buffer[]): Buffer => {
  const control = (order: number) =>
    pngChunk('fcTL', int(order), int(SIZE.width), int(SIZE.height), int(0), int(0), int(1, 2), int(2, 2), int(0, 2))
  const one = pngChunks(first ?? Buffer.of())
  const isData = (chunk: Buffer) => chunk.toString('latin1', 4, 8) === 'IDAT'
  const other = pngChunks(second ?? Buffer.of()).filter(isData)
  return bytes(
    ...[first?.subarray(0, 8) ?? '', ...one.filter((chunk) => chunk.toString('latin1', 4, 8) === 'IHDR')],
    ...[pngChunk('acTL', int(2), int(0)), control(0), ...one.filter(isData), control(1)],
    ...other.map((chunk, index) => pngChunk('fdAT', int(2 + index), chunk.subarray(8, -4))),
    pngChunk('IEND'),
  )
}

const jpegSegment = (marker: number, ...content: Parameters<typeof bytes>): Buffer => {
  const body = bytes(...content)
  return bytes(0xff, marker, int(body.length + 2, 2), body)
}
/** A JPEG with a segment after its first two bytes. */
const withSegment = (jpeg: Buffer, segment: Buffer): Buffer => bytes(jpeg.subarray(0, 2), segment, jpeg.subarray(2))

const riff = (form: string, ...chunks: [type: string, content: Uint8Array][]): Buffer => {
  const body = bytes(
    form,
    ...chunks.flatMap(([type, content]) => [
      type,
      littleEndian(content.length),
      content,
      Buffer.alloc(content.length % 2),
    ]),
  )
  return bytes('RIFF', littleEndian(body.length), body)
}
/** A WebP whose colour profile is so large that its frames begin late. */
const withLargeProfile = (webp: Buffer): Buffer => {
  const flags = Buffer.from(webp.subarray(20, 30))
  flags.writeUInt8(flags.readUInt8(0) | 0x20)
  const rest = webp.subarray(30)
  const body = bytes('WEBPVP8X', littleEndian(10), flags, 'ICCP', littleEndian(20_000), Buffer.alloc(20_000, 1), rest)
  return bytes('RIFF', littleEndian(body.length), body)
}

const bmp = (): Buffer => {
  const pixels = Buffer.alloc(SIZE.width * SIZE.height * 3, 90)
  const header = [
    littleEndian(40),
    littleEndian(SIZE.width),
    littleEndian(SIZE.height),
    littleEndian(1, 2),
    littleEndian(24, 2),
  ]
  const start = bytes('BM', littleEndian(54 + pixels.length), littleEndian(0), littleEndian(54))
  return bytes(start, ...header, Buffer.alloc(24), pixels)
}

/** Files by what they are; all of them whole. */
export const makeWholeFiles = async () => {
  const jpeg = await grains().jpeg().toBuffer()
  const webp = await grains().webp().toBuffer()
  const keyFrame = webp.subarray(20, 20 + webp.readUInt32LE(16))
  const film = { join: { animated: true } }
  const pngs = await frames()
  const animatedWebp = await sharp(pngs, film).webp().toBuffer()
  const avif = await grains().avif().toBuffer()
  const exif = bytes('Exif\0\0', 'MM\0*', int(8), int(0, 2), int(0), jpeg)
  return {
    jpeg,
    progressiveJpeg: await grains().jpeg({ progressive: true }).toBuffer(),
    cmykJpeg: await grains().toColourspace('cmyk').jpeg().toBuffer(),
    turnedJpeg: await grains().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    profileJpeg: await grains().withIccProfile('p3').jpeg().toBuffer(),
    thumbnailJpeg: withSegment(jpeg, jpegSegment(0xe1, exif)),
    commentJpeg: withSegment(jpeg, jpegSegment(0xfe, 'ANIM acTL NETSCAPE2.0')),
    motionPhoto: bytes(jpeg, mp4('isom', 'mp42')),
    multiPictureJpeg: bytes(jpeg, jpeg),
    filledJpeg: bytes(jpeg.subarray(0, 2), [0xff, 0xff, 0xff], jpeg.subarray(2), Buffer.alloc(40)),
    png: await grains().png().toBuffer(),
    deepPng: await grains().toColourspace('rgb16').png().toBuffer(),
    apng: toApng(pngs),
    gif: await grains().gif().toBuffer(),
    animatedGif: await sharp(pngs, film).gif({ loop: 1 }).toBuffer(),
    webp,
    losslessWebp: await grains().webp({ lossless: true }).toBuffer(),
    animatedWebp,
    animatedWebpWithProfile: withLargeProfile(animatedWebp),
    oddWebp: riff('WEBP', ['VP8 ', keyFrame.subarray(0, keyFrame.length - (keyFrame.length % 2 ? 0 : 1))]).subarray(
      0,
      -1,
    ),
    avif,
    avifSequence: bytes(avif.subarray(0, 8), 'avis', avif.subarray(12)),
    bmp: bmp(),
    heic: heic('heic', 'mif1'),
    heicSequence: heic('hevc', 'msf1'),
    mp4: mp4('isom', 'mp42'),
    movieAtEnd: bytes(fileType('mp42'), box('mdat', Buffer.alloc(100)), box('moov', Buffer.alloc(40))),
    longSizeMp4: bytes(
      fileType('mp42'),
      box('moov', Buffer.alloc(40)),
      int(1),
      'mdat',
      int(0),
      int(116),
      Buffer.alloc(100),
    ),
    mov: mp4('qt  '),
    oldMov: bytes(box('wide'), box('mdat', Buffer.alloc(60)), box('moov', Buffer.alloc(40))),
    '3gp': mp4('3gp4', '3gp5'),
    webm: matroska('webm', keyFrame),
    recordedWebm: matroska('webm', keyFrame, 'unknown'),
    mkv: matroska('matroska', keyFrame),
    ogg: bytes(oggPage(bytes(0x80, 'theora'), 2), oggPage(Buffer.alloc(99), 4)),
    avi: riff('AVI ', ['LIST', Buffer.alloc(60)]),
  }
}
export type WholeFiles = Awaited<ReturnType<typeof makeWholeFiles>>
