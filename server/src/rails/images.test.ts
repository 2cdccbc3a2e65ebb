import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bomb, flatImage, image, polyglot, svgNamedPng, truncated } from '../testing/hostile-files.ts'
import { eventually } from '../testing/payouts.ts'
import { runningProcesses } from '../testing/processes.ts'
import {
  InvalidImageError,
  openImageReencoder,
  type ImageReencoder,
  ImagesUnavailable,
  TooManyImageCalls,
  defaultImageLimits,
} from './images.ts'

const neverAborted = new AbortController().signal
const phone = { width: 5712, height: 4284 }
let folder: string
let images: ImageReencoder
let written = 0
/** Image that takes a decoder a second or more. */
let slow: Promise<Buffer> | null = null
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kobo-test-'))
  images = openImageReencoder()
})
afterAll(async () => {
  images.close()
  await rm(folder, { recursive: true })
})

async function sent(bytes: Buffer, name = 'a.png') {
  const path = join(folder, String((written += 1)))
  await writeFile(path, bytes)
  return { name, path }
}
async function reencodeImage(bytes: Buffer, name?: string) {
  const [reencoded] = await images.reencode([await sent(bytes, name)], { caller: 'somebody', signal: neverAborted })
  if (!reencoded) throw new Error('Nothing was re-encoded')
  return reencoded
}

describe('uploaded images', () => {
  it.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'VALID-13 re-encodes a %s image in its own format',
    async (format) => {
      const reencoded = await reencodeImage(await image(format), `receipt.${format}`)
      expect(reencoded).toMatchObject({ name: `receipt.${format}`, contentType: `image/${format}` })
      expect(await sharp(reencoded.bytes).metadata()).toMatchObject({ format, width: 40, height: 30 })
    },
  )

  it('removes embedded and appended data', async () => {
    const bytes = await polyglot()
    expect(bytes.toString('latin1')).toContain('<script>')
    const reencoded = await reencodeImage(bytes)
    expect(reencoded.bytes.toString('latin1')).not.toContain('<script>')
    expect(await sharp(reencoded.bytes).metadata()).toMatchObject({ format: 'png', width: 40 })
  })

  it('detects the format by the bytes and not by the name', async () => {
    const reencoded = await reencodeImage(await image('jpeg'), 'page.html')
    expect(reencoded.contentType).toBe('image/jpeg')
  })

  it.each([
    ['jpeg', {}],
    ['jpeg', { progressive: true }],
    ['webp', {}],
  ] as const)('applies the rotation of a %s %o and removes its location', async (format, options) => {
    const bytes = await sharp(await image(format))
      .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'Ada' }, IFD3: { GPSLatitude: '6/1 27/1 0/1' } } })
      .toFormat(format, options)
      .toBuffer()
    const { exif, orientation, width } = await sharp((await reencodeImage(bytes)).bytes).metadata()
    expect({ exif, orientation, width }).toEqual({ exif: undefined, orientation: undefined, width: 30 })
  })

  it.each([
    ['PNG', { channels: 4, background: { r: 10, g: 110, b: 82, alpha: 0.5 } }, 'png'],
    ['WebP', { channels: 4, background: { r: 10, g: 110, b: 82, alpha: 0.5 } }, 'webp'],
  ] as const)('keeps the transparency of a %s', async (_, ground, format) => {
    const bytes = await sharp({ create: { width: 9, height: 9, ...ground } })
      .toFormat(format)
      .toBuffer()
    expect((await sharp((await reencodeImage(bytes)).bytes).stats()).isOpaque).toBe(false)
  })

  it.each([
    ['an SVG named PNG', svgNamedPng, /is not an image/],
    ['empty', () => Buffer.alloc(0), /is not an image/],
    ['a text', () => Buffer.from('hello'), /is not an image/],
    ['a truncated image', truncated, /damaged and cannot be read/],
    ['a few bytes that claim 10 billion pixels', bomb, /too many pixels/],
    ['a PNG signature alone', () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), /cannot be read/],
    [
      'compressed with the wrong method',
      () => Buffer.concat([Buffer.from('GIF89a'), deflateSync('x')]),
      /cannot be read/,
    ],
    [
      'a single colour 7,700 pixels wide and high',
      () => flatImage('png', { width: 7700, height: 7700 }),
      /24 megapixels/,
    ],
    ['one row above the limit', () => flatImage('png', { ...phone, height: 4406 }), /24 megapixels/],
    ['a GIF above half the limit', () => flatImage('gif', { ...phone, height: 2300 }), /12 megapixels/],
    ['an animation of eighty small frames', anAnimation, /too many pixels/],
  ])('VALID-13 rejects an image that is %s', async (_, create, sentence) => {
    const refusal = reencodeImage(await create())
    await expect(refusal).rejects.toThrow(InvalidImageError)
    await expect(refusal).rejects.toThrow(sentence)
  })

  it('accepts the 24.5 megapixels of a phone', async () => {
    const reencoded = await reencodeImage(await flatImage('jpeg', phone))
    expect(await sharp(reencoded.bytes).metadata()).toMatchObject({ format: 'jpeg', ...phone })
  })
})

/** Eighty different frames of 600 by 600 pixels each. */
async function anAnimation(): Promise<Buffer> {
  const side = 600
  const frames = Buffer.alloc(side * side * 80, Buffer.from([0, 90]))
  for (let frame = 0; frame < 80; frame += 1) frames.fill(frame * 3, frame * side * side, frame * side * side + side)
  const raw = { width: side, height: side * 80, channels: 1, pageHeight: side } as const
  return await sharp(frames, { raw }).gif({ effort: 1 }).toBuffer()
}

describe('concurrent images', () => {
  it('checks the header of every image before it decodes any', async () => {
    const good = await sent(await image())
    const tooLarge = await sent(bomb(), 'b.png')
    const refusal = images.reencode([good, tooLarge], { caller: 'somebody', signal: neverAborted })
    await expect(refusal).rejects.toThrow(/^b.png has too many pixels/)
    expect(existsSync(`${good.path}.reencoded`)).toBe(false)
    await reencodeImage(await image())
    expect(existsSync(`${folder}/${written}.reencoded`)).toBe(true)
  })

  it('processes at most two calls of a caller concurrently, and those of others meanwhile', async () => {
    const { heavy, busy, small, stop } = await aBusyDecoder()
    const second = busy.reencode([small], { caller: 'heavy', signal: neverAborted })
    await expect(busy.reencode([small], { caller: 'heavy', signal: neverAborted })).rejects.toThrow(TooManyImageCalls)
    const other = busy.reencode([small], { caller: 'other', signal: neverAborted })
    stop()
    await expect(heavy).rejects.toThrow('gone')
    expect(await Promise.all([second, other])).toHaveLength(2)
    expect(busy.isFull('heavy')).toBe(false)
    busy.close()
  })

  it('cancels images that waited too long or whose caller disconnected', async () => {
    const { heavy, busy, small, stop } = await aBusyDecoder({ waitMs: 50 })
    const late = busy.reencode([small], { caller: 'late', signal: neverAborted })
    await expect(late).rejects.toThrow(ImagesUnavailable)
    const disconnected = new AbortController()
    const waiting = busy.reencode([small], { caller: 'gone', signal: disconnected.signal })
    disconnected.abort(new Error('hung up'))
    await expect(waiting).rejects.toThrow('hung up')
    stop()
    await expect(heavy).rejects.toThrow('gone')
    expect(await busy.reencode([small], { caller: 'late', signal: neverAborted })).toHaveLength(1)
    busy.close()
  })

  it('cancels images that take too long and processes the next', async () => {
    const { heavy, busy, small } = await aBusyDecoder({ decodeMs: 4000 })
    await expect(heavy).rejects.toThrow('The images took too long to process')
    expect(await busy.reencode([small], { caller: 'next', signal: neverAborted })).toHaveLength(1)
    busy.close()
  })

  it('rejects images with a message when the decoder dies, and processes the next', async () => {
    const { heavy, busy, small } = await aBusyDecoder()
    const next = busy.reencode([small], { caller: 'next', signal: neverAborted })
    for (const pid of decoders()) process.kill(pid, 'SIGKILL')
    await expect(heavy).rejects.toThrow(ImagesUnavailable)
    expect(await next).toHaveLength(1)
    busy.close()
  })

  it('stops the decoder after it was idle', async () => {
    const brief = openImageReencoder({ ...defaultImageLimits, idleMs: 100 })
    await brief.reencode([await sent(await image())], { caller: 'somebody', signal: neverAborted })
    const own = decoders()
    expect(own).not.toEqual([])
    await eventually(async () => decoders().length < own.length)
  })
})

/** Opens a decoder that works on ten large images until it is stopped. */
async function aBusyDecoder(limits: Partial<typeof defaultImageLimits> = {}) {
  // The decoder of earlier tests would be killed instead.
  images.close()
  await eventually(async () => decoders().length === 0)
  const busy = openImageReencoder({ ...defaultImageLimits, ...limits })
  const large = await sent(await (slow ??= flatImage('webp', phone)))
  const small = await sent(await image())
  const disconnected = new AbortController()
  const heavy = busy.reencode(Array(10).fill(large), { caller: 'heavy', signal: disconnected.signal })
  heavy.catch(() => {})
  await eventually(async () => decoders().length === 1)
  return { heavy, busy, small, stop: () => disconnected.abort(new Error('gone')) }
}

function decoders(): number[] {
  const own = runningProcesses().filter(({ parentPid }) => parentPid === process.pid)
  return own.filter(({ command }) => command.includes('image-process')).map(({ pid }) => pid)
}
