import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

export function image(format: 'png' | 'jpeg' | 'webp' | 'gif' = 'png'): Promise<Buffer> {
  const ground = { width: 40, height: 30, channels: 3, background: '#0a6e52' } as const
  return sharp({ create: ground }).toFormat(format).toBuffer()
}

/** Image followed by an HTML page, which a browser might be tricked into rendering. */
export async function polyglot(): Promise<Buffer> {
  return Buffer.concat([await image(), Buffer.from('<html><script>alert(1)</script></html>')])
}

/** SVG, which can hold scripts, for upload under a PNG name. */
export function svgNamedPng(): Buffer {
  return Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>')
}

/** Image cut off after half of its bytes. */
export async function truncated(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const completeImage = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#fff', noise } })
    .png()
    .toBuffer()
  return completeImage.subarray(0, completeImage.length / 2)
}

/** File of a few hundred bytes that decodes to 100,000 by 100,000 pixels. */
export function bomb(): Buffer {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(100_000, 0)
  size.writeUInt32BE(100_000, 4)
  size.set([1, 0, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const packed = deflateSync(Buffer.alloc(1_000_000))
  return Buffer.concat([signature, chunk('IHDR', size), chunk('IDAT', packed), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Image of one colour: many pixels in few bytes. */
export function flatImage(
  format: 'png' | 'jpeg' | 'webp' | 'gif',
  size: { width: number; height: number },
): Promise<Buffer> {
  return sharp({ create: { ...size, channels: 3, background: '#0a6e52' } })
    .toFormat(format, { effort: 1 })
    .toBuffer()
}
