import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { bomb, picture, polyglot, svgNamedPng, truncated } from '../testing/hostile-files.ts'
import { NoPicture, redraw } from './pictures.ts'

describe('a picture that was sent', () => {
  it.each(['png', 'jpeg', 'webp', 'gif'] as const)('VALID-13 as %s is drawn anew as what it is', async (format) => {
    const bytes = await picture(format)
    const kept = await redraw({ name: `receipt.${format}`, bytes })
    expect(kept).toMatchObject({ name: `receipt.${format}`, contentType: `image/${format}` })
    expect(await sharp(kept.bytes).metadata()).toMatchObject({ format, width: 40, height: 30 })
  })

  it('loses what was written into it and what hangs behind it', async () => {
    const bytes = await polyglot()
    expect(bytes.toString('latin1')).toContain('<script>')
    const kept = await redraw({ name: 'a.png', bytes })
    expect(kept.bytes.toString('latin1')).not.toContain('<script>')
    expect(await sharp(kept.bytes).metadata()).toMatchObject({ format: 'png', width: 40 })
  })

  it('is told by its bytes, not by its name', async () => {
    const kept = await redraw({ name: 'page.html', bytes: await picture('jpeg') })
    expect(kept.contentType).toBe('image/jpeg')
  })

  it('stands upright, and tells no place', async () => {
    const bytes = await sharp(await picture('jpeg'))
      .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'Ada' }, IFD3: { GPSLatitude: '6/1 27/1 0/1' } } })
      .jpeg()
      .toBuffer()
    const { exif, orientation, width } = await sharp((await redraw({ name: 'a.jpg', bytes })).bytes).metadata()
    expect({ exif, orientation, width }).toEqual({ exif: undefined, orientation: undefined, width: 30 })
  })

  it.each([
    ['an SVG called PNG', svgNamedPng, /is no image/],
    ['nothing', () => Buffer.alloc(0), /is no image/],
    ['a text', () => Buffer.from('hello'), /is no image/],
    ['a picture that breaks off', truncated, /cannot be read to its end/],
    ['a few bytes that claim 10 billion pixels', bomb, /too many pixels/],
    ['a beginning alone', () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), /cannot be read/],
    ['a wrong packing', () => Buffer.concat([Buffer.from('GIF89a'), deflateSync('x')]), /cannot be read/],
  ])('VALID-13 is refused when it is %s', async (_, make, sentence) => {
    const refusal = redraw({ name: 'a.png', bytes: await make() })
    await expect(refusal).rejects.toThrow(NoPicture)
    await expect(refusal).rejects.toThrow(sentence)
  })
})
