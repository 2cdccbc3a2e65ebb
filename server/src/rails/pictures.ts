import sharp from 'sharp'

/** A picture as we keep it: drawn anew from its pixels, so that nothing else that came with it is kept. */
export interface Picture {
  name: string
  contentType: string
  bytes: Buffer
}

/** Something that was sent as a picture and is none that we keep. */
export class NoPicture extends Error {}

/** Every camera's pictures have fewer; a small file may claim more. */
const maxPixels = 60_000_000

/** The kinds that are kept, by the bytes that they begin with; whatever a file is called. */
const kinds = [
  { format: 'png', contentType: 'image/png', isKind: startsWith([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
  { format: 'jpeg', contentType: 'image/jpeg', isKind: startsWith([0xff, 0xd8, 0xff]) },
  { format: 'gif', contentType: 'image/gif', isKind: startsWith([...Buffer.from('GIF8')]) },
  { format: 'webp', contentType: 'image/webp', isKind: (bytes: Buffer) => isWebp(bytes) },
] as const

/** Draws a picture anew; of one that moves, its first frame. Throws `NoPicture` with a sentence for whoever sent it. */
export async function redraw({ name, bytes }: { name: string; bytes: Buffer }): Promise<Picture> {
  const kind = kinds.find(({ isKind }) => isKind(bytes))
  if (!kind) throw new NoPicture(`${name} is no image: only PNG, JPG, WebP and GIF images are taken`)
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw broken(name)
    })
  if (width * height > maxPixels) throw new NoPicture(`${name} has too many pixels: at most 60 million are taken`)
  const drawn = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'warning', pages: 1 })
    .autoOrient()
    .toFormat(kind.format)
    .toBuffer()
    .catch(() => {
      throw broken(name)
    })
  return { name, contentType: kind.contentType, bytes: drawn }
}

function broken(name: string): NoPicture {
  return new NoPicture(`${name} is broken: it cannot be read to its end`)
}

function startsWith(beginning: readonly number[]) {
  return (bytes: Buffer) => bytes.subarray(0, beginning.length).equals(Buffer.from(beginning))
}

function isWebp(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
}
