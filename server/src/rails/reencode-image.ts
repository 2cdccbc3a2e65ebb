import { open, rm } from 'node:fs/promises'
import sharp from 'sharp'

/** Enough for photographs of 24 megapixels, which have 24.5 million pixels (5712 × 4284). */
const maxPixels = 24 * 1024 * 1024

/** Accepted kinds by their leading bytes, whatever the file's name. */
const kinds = [
  {
    format: 'png',
    contentType: 'image/png',
    options: {},
    isKind: startsWith([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  },
  // Optimised Huffman codes would hold every coefficient: 140 MB for 24 megapixels.
  {
    format: 'jpeg',
    contentType: 'image/jpeg',
    options: { optimizeCoding: false },
    isKind: startsWith([0xff, 0xd8, 0xff]),
  },
  { format: 'gif', contentType: 'image/gif', options: {}, isKind: startsWith([...Buffer.from('GIF8')]) },
  // Above this effort the encoder holds another copy of the image: 80 MB for 24 megapixels.
  { format: 'webp', contentType: 'image/webp', options: { effort: 2 }, isKind: (bytes: Buffer) => isWebp(bytes) },
] as const
type Kind = (typeof kinds)[number]

/** Reason why an image is rejected, phrased to follow the file's name. */
export class ImageFault extends Error {}

/** Reads only the header of a file; throws `PictureFault` unless it is an accepted image. */
export async function checkImageHeader(path: string): Promise<void> {
  await readHeader(path)
}

/** Re-encodes the image in a file as `path.reencoded`, of an animation the first frame. Returns its content type. */
export async function reencodeImage(path: string): Promise<string> {
  const { kind, isHeldWhole } = await readHeader(path)
  const { format, options, contentType } = kind
  const unpacked = `${path}.tif`
  try {
    // An image that the decoder must hold whole is unpacked to disk first, so that the encoder's memory is not added to it.
    if (isHeldWhole) await sharp(path, reading).keepExif().tiff({ compression: 'none' }).toFile(unpacked)
    await sharp(isHeldWhole ? unpacked : path, reading)
      .autoOrient()
      .toFormat(format, options)
      .toFile(`${path}.reencoded`)
  } catch {
    throw broken()
  } finally {
    await rm(unpacked, { force: true })
  }
  return contentType
}

const reading = { limitInputPixels: maxPixels, failOn: 'warning', pages: 1, sequentialRead: true } as const

async function readHeader(path: string): Promise<{ kind: Kind; isHeldWhole: boolean }> {
  const beginning = await readBeginning(path)
  const kind = kinds.find(({ isKind }) => isKind(beginning))
  if (!kind) throw new ImageFault('is not an image: only PNG, JPG, WebP and GIF are accepted')
  const header = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw broken()
    })
  const { width, height, pages = 1, depth, isProgressive } = header
  // Every frame counts. GIFs and 16-bit colours take twice the memory per pixel.
  const weight = kind.format === 'gif' || depth !== 'uchar' ? 2 : 1
  const megapixels = weight === 1 ? '24 megapixels' : '12 megapixels for a GIF or 16-bit colours'
  if (width * height * pages * weight > maxPixels) {
    throw new ImageFault(`has too many pixels: the limit is ${megapixels}`)
  }
  return { kind, isHeldWhole: kind.format === 'webp' || isProgressive }
}

async function readBeginning(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(16) })
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function broken(): ImageFault {
  return new ImageFault('is damaged and cannot be read')
}

function startsWith(beginning: readonly number[]) {
  return (bytes: Buffer) => bytes.subarray(0, beginning.length).equals(Buffer.from(beginning))
}

function isWebp(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
}
