import sharp from 'sharp'
import { lettering, letteringWidth } from './lettering.ts'
import type { DemoFile } from './world.ts'
import type { IdentityType } from './people.ts'

const inks = ['#0a6e52', '#1f5fa8', '#8a4b0f', '#7a2e6e', '#a12a2a', '#3f5a1e']

/** Number of logos per letter, and of identity cards per type. */
export const logoVariants = 3
export const identityVariants = 6

/** Draws a square logo with a business's initial. */
export async function logo(initial: string, variant: number): Promise<DemoFile> {
  const ink = inks[(initial.charCodeAt(0) + variant * 2) % inks.length] ?? '#0a6e52'
  const ground =
    variant === 1
      ? `<rect width="128" height="128" fill="#f4f1ea"/><circle cx="64" cy="64" r="56" fill="${ink}"/>`
      : `<rect width="128" height="128" fill="${ink}"/>${variant === 2 ? '<path d="M0 128L128 0V128Z" fill="#fff" fill-opacity=".14"/>' : ''}`
  const letter = line(lettering(initial, 44, 34, 60), '#fff', 11)
  const bytes = await sharp(svg(128, 128, ground + letter))
    .png({ compressionLevel: 6 })
    .toBuffer()
  return { name: 'Logo.png', contentType: 'image/png', bytes }
}

/** Draws an identity card of nobody: a silhouette, grey bars for text, and SPECIMEN across it. */
export async function identityCard(type: IdentityType, variant: number): Promise<DemoFile> {
  const ink = inks[variant % inks.length] ?? '#0a6e52'
  const bars = [104, 128, 152, 176, 200, 224]
    .map(
      (y, row) =>
        `<rect x="190" y="${y}" width="${90 + ((row * 53 + variant * 31) % 130)}" height="9" rx="4" fill="#b9bdb5"/>`,
    )
    .join('')
  const width = letteringWidth('SPECIMEN', 46)
  const body = `<rect width="480" height="300" fill="#eef1ea"/><rect width="480" height="64" fill="${ink}"/>
    ${line(lettering(type, 24, 22, 20), '#fff', 3)}
    <rect x="24" y="88" width="140" height="172" fill="#d5dad0"/>
    <circle cx="94" cy="150" r="34" fill="#8d948a"/><path d="M36 260a58 52 0 0 1 116 0Z" fill="#8d948a"/>
    ${bars}
    <g transform="rotate(-24 240 166)" opacity=".72">${line(lettering('SPECIMEN', 240 - width / 2, 143, 46), '#b3261e', 7)}</g>`
  const bytes = await sharp(svg(480, 300, body))
    .webp({ quality: 70, effort: 2 })
    .toBuffer()
  return { name: `${type.replace("'", '’')} (specimen).webp`, contentType: 'image/webp', bytes }
}

/** Draws a specimen payment receipt. */
export async function receipt(): Promise<DemoFile> {
  const bars = [70, 96, 122, 148, 174, 200]
    .map((y, row) => `<rect x="24" y="${y}" width="${120 + ((row * 61) % 150)}" height="10" rx="4" fill="#b9bdb5"/>`)
    .join('')
  const body = `<rect width="320" height="420" fill="#fff"/><rect width="320" height="48" fill="${inks[0]}"/>
    ${line(lettering('RECEIPT', 20, 14, 20), '#fff', 3)}${bars}
    ${line(lettering('SPECIMEN', 40, 300, 30), '#b3261e', 5)}`
  const bytes = await sharp(svg(320, 420, body))
    .png({ compressionLevel: 6 })
    .toBuffer()
  return { name: 'Receipt (specimen).png', contentType: 'image/png', bytes }
}

function svg(width: number, height: number, body: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`,
  )
}

function line(path: string, colour: string, width: number): string {
  return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
}
