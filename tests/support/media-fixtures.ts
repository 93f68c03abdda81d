import { crc32 } from 'node:zlib'
import sharp from 'sharp'

// Formats that sharp doesn't write, for example motion photos, APNG, BMP, HEIC and videos.
type Part = string | number | readonly number[] | Uint8Array
const bytes = (...parts: Part[]): Buffer =>
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
const littleEndian = (value: number): Buffer => int(value).reverse()

const SIZE = { width: 24, height: 16 }
const grains = (shade = 0) => {
  const places = Array.from({ length: 3 * SIZE.width * SIZE.height }).keys()
  const pixels = Uint8Array.from(places, (index) => (index * index * 7 + shade) % 251)
  return sharp(pixels, { raw: { ...SIZE, channels: 3 } })
}

const box = (type: string, ...content: Part[]): Buffer => {
  const body = bytes(...content)
  return bytes(int(8 + body.length), type, body)
}
const fileType = (...brands: string[]) => box('ftyp', brands[0] ?? '', int(0), ...brands)
const DATA = box('mdat', Buffer.alloc(400, 7))
const MOVIE = box('moov', box('mvhd', Buffer.alloc(100)))
export const mp4 = (...brands: string[]): Buffer => bytes(fileType(...brands), MOVIE, DATA)
const heic = (...brands: string[]) =>
  bytes(fileType(...brands), box('meta', int(0), box('hdlr', Buffer.alloc(24))), DATA)

// Recorders omit the length.
const endless = (id: string): Buffer => bytes(Buffer.from(`${id}01ffffffffffffff`, 'hex'))
const element = (id: string, ...content: Part[]): Buffer => {
  const body = bytes(...content)
  return bytes(Buffer.from(id, 'hex'), [0x40 | (body.length >> 8), body.length & 255], body)
}
// Its only frame is the VP8 key frame of a WebP.
const matroska = (docType: string, frame: Uint8Array, isRecorded = false): Buffer => {
  const size = element('e0', element('b0', SIZE.width), element('ba', SIZE.height))
  const track = element('ae', element('d7', 1), element('73c5', 1), element('83', 1), element('86', 'V_VP8'), size)
  const description = bytes(element('1549a966', element('2ad7b1', int(1_000_000, 3))), element('1654ae6b', track))
  const [first, second] = [0, 40].map((time) => element('a3', 0x81, int(time, 2), 0x80, frame))
  const blocks = bytes(element('e7', 0), first ?? '', second ?? '')
  return bytes(
    element('1a45dfa3', element('4282', docType)),
    ...(isRecorded
      ? [endless('18538067'), description, endless('1f43b675'), blocks]
      : [element('18538067', description, element('1f43b675', blocks))]),
  )
}

const oggPage = (content: Uint8Array, flags: number): Buffer =>
  bytes('OggS', 0, flags, Buffer.alloc(20), 1, content.length, content)

const pngChunk = (type: string, ...content: Part[]): Buffer => {
  const body = bytes(type, ...content)
  return bytes(int(body.length - 4), body, int(crc32(body)))
}
// sharp writes a small PNG as one chunk.
const dataOf = (png: Buffer): Buffer => {
  const at = png.indexOf('IDAT')
  return png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4))
}
const toApng = (first: Buffer, second: Buffer): Buffer => {
  const control = (order: number) =>
    pngChunk('fcTL', int(order), int(SIZE.width), int(SIZE.height), int(0), int(0), int(1, 2), int(2, 2), int(0, 2))
  const start = bytes(first.subarray(0, 33), pngChunk('acTL', int(2), int(0)))
  const frames = [control(0), pngChunk('IDAT', dataOf(first)), control(1), pngChunk('fdAT', int(2), dataOf(second))]
  return bytes(start, ...frames, pngChunk('IEND'))
}

const withSegment = (jpeg: Buffer, marker: number, ...content: Part[]): Buffer => {
  const body = bytes(...content)
  return bytes(jpeg.subarray(0, 2), 0xff, marker, int(body.length + 2, 2), body, jpeg.subarray(2))
}

const chunk = (type: string, ...content: Part[]): Buffer => {
  const body = bytes(...content)
  return bytes(type, littleEndian(body.length), body, Buffer.alloc(body.length % 2))
}
/** The frames begin late. */
const withLargeProfile = (webp: Buffer): Buffer => {
  const header = bytes(webp.readUInt8(20) | 0x20, webp.subarray(21, 30))
  return chunk('RIFF', 'WEBP', chunk('VP8X', header), chunk('ICCP', Buffer.alloc(20_000, 1)), webp.subarray(30))
}

const bmp = (): Buffer => {
  const pixels = Buffer.alloc(SIZE.width * SIZE.height * 3, 90)
  // One plane, and 24 bits per pixel.
  const header = [54 + pixels.length, 0, 54, 40, SIZE.width, SIZE.height, 0x180001].map(littleEndian)
  return bytes('BM', ...header, Buffer.alloc(24), pixels)
}

/** Creates complete files by format. */
export const makeWholeFiles = async () => {
  const jpeg = await grains().jpeg().toBuffer()
  const webp = await grains().webp().toBuffer()
  const keyFrame = webp.subarray(20, 20 + webp.readUInt32LE(16))
  const film = { join: { animated: true } }
  const pngs = await Promise.all([0, 90].map((shade) => grains(shade).png().toBuffer()))
  const [png = jpeg, otherPng = jpeg] = pngs
  const animatedWebp = await sharp(pngs, film).webp().toBuffer()
  const avif = await grains().avif().toBuffer()
  const movie = box('moov', Buffer.alloc(40))
  return {
    jpeg,
    progressiveJpeg: await grains().jpeg({ progressive: true }).toBuffer(),
    cmykJpeg: await grains().toColourspace('cmyk').jpeg().toBuffer(),
    turnedJpeg: await grains().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    profileJpeg: await grains().withIccProfile('p3').jpeg().toBuffer(),
    thumbnailJpeg: withSegment(jpeg, 0xe1, 'Exif\0\0', 'MM\0*', int(8), int(0, 2), int(0), jpeg),
    commentJpeg: withSegment(jpeg, 0xfe, 'ANIM acTL NETSCAPE2.0'),
    motionPhoto: bytes(jpeg, mp4('isom', 'mp42')),
    multiPictureJpeg: bytes(jpeg, jpeg),
    filledJpeg: bytes(jpeg.subarray(0, 2), [0xff, 0xff, 0xff], jpeg.subarray(2), Buffer.alloc(40)),
    png,
    deepPng: await grains().toColourspace('rgb16').png().toBuffer(),
    apng: toApng(png, otherPng),
    gif: await grains().gif().toBuffer(),
    animatedGif: await sharp(pngs, film).gif({ loop: 1 }).toBuffer(),
    webp,
    losslessWebp: await grains().webp({ lossless: true }).toBuffer(),
    animatedWebp,
    animatedWebpWithProfile: withLargeProfile(animatedWebp),
    // An odd length without its padding byte.
    oddWebp: chunk('RIFF', 'WEBP', chunk('VP8 ', keyFrame.subarray(0, (keyFrame.length - 1) | 1))).subarray(0, -1),
    avif,
    avifSequence: bytes(avif.subarray(0, 8), 'avis', avif.subarray(12)),
    bmp: bmp(),
    heic: heic('heic', 'mif1'),
    heicSequence: heic('hevc', 'msf1'),
    mp4: mp4('isom', 'mp42'),
    movieAtEnd: bytes(fileType('mp42'), box('mdat', Buffer.alloc(100)), movie),
    longSizeMp4: bytes(fileType('mp42'), movie, int(1), 'mdat', int(0), int(116), Buffer.alloc(100)),
    mov: mp4('qt  '),
    oldMov: bytes(box('wide'), box('mdat', Buffer.alloc(60)), movie),
    '3gp': mp4('3gp4', '3gp5'),
    webm: matroska('webm', keyFrame),
    recordedWebm: matroska('webm', keyFrame, true),
    mkv: matroska('matroska', keyFrame),
    ogg: bytes(oggPage(bytes(0x80, 'theora'), 2), oggPage(Buffer.alloc(99), 4)),
    avi: chunk('RIFF', 'AVI ', chunk('LIST', Buffer.alloc(60))),
  }
}
export type WholeFiles = Awaited<ReturnType<typeof makeWholeFiles>>
