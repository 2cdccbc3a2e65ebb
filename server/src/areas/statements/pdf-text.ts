import type PdfDocument from 'pdfkit'

export type Pdf = InstanceType<typeof PdfDocument>

/** pdfkit's internal font, which its types omit. */
interface PdfFont {
  id: string
  layout(text: string): Layout
  encode(text: string): [string[], unknown]
}

interface Layout {
  glyphs: unknown[]
  positions: unknown[]
  advanceWidth: number
}

/** Most letters that are cached, more than any statement has, so that memory stays bounded. */
const maxCached = 5_000

/**
 * Makes the current font lay out letter by letter, with their marks, each cached. The library's own cache holds every word of
 * the document, which is slow and grows with it.
 */
export function layOutByLetter(pdf: Pdf): void {
  const font = currentFont(pdf)
  const layOut = font.layout.bind(font)
  const cache = new Map<string, Layout>()
  const layOutLetter = (letter: string) => {
    const cached = cache.get(letter)
    if (cached) return cached
    const layout = layOut(letter)
    if (cache.size < maxCached) cache.set(letter, layout)
    return layout
  }
  font.layout = (text) => {
    const combined: Layout = { glyphs: [], positions: [], advanceWidth: 0 }
    for (const letter of lettersOf(text)) {
      const { glyphs, positions, advanceWidth } = layOutLetter(letter)
      combined.glyphs.push(...glyphs)
      combined.positions.push(...positions)
      combined.advanceWidth += advanceWidth
    }
    return combined
  }
}

/** Breaks a text into lines in the current font: at spaces, and inside a word that is wider than a line. */
export function linesOf(pdf: Pdf, text: string, width: number): string[] {
  const space = pdf.widthOfString(' ')
  const lines: string[] = []
  let line = ''
  let used = 0
  const add = (part: string, between: string, gap: number) => {
    const partWidth = pdf.widthOfString(part)
    if (line !== '' && used + gap + partWidth > width) {
      lines.push(line)
      line = part
      used = partWidth
    } else {
      used += line === '' ? partWidth : gap + partWidth
      line = line === '' ? part : `${line}${between}${part}`
    }
  }
  for (const word of text.split(' ')) {
    if (pdf.widthOfString(word) <= width) add(word, ' ', space)
    else
      for (const [index, letter] of lettersOf(word).entries())
        add(letter, index === 0 ? ' ' : '', index === 0 ? space : 0)
  }
  return [...lines, line]
}

/** Splits a text into letters with the marks that follow them. */
function lettersOf(text: string): string[] {
  return text.match(/.\p{M}*/gsu) ?? []
}

/** Writes a text on one line. */
export function put(pdf: Pdf, text: string, x: number, y: number): void {
  pdf.text(text, x, y, { lineBreak: false })
}

/** Writes a text on one line that ends at `right`. */
export function putRight(pdf: Pdf, text: string, right: number, y: number): void {
  put(pdf, text, right - pdf.widthOfString(text), y)
}

/** Short text at the same position of every page, known only after the last one. */
export interface LaterText {
  /** Adds the text to this page, which must use the font that it will be written in. */
  put(): void
  /** Writes the text in the current font, grey and small. */
  fill(text: string, x: number, baseline: number): void
}

/** The content of a page may be several streams, one of which is shared by all pages and written last. */
export function laterText(pdf: Pdf): LaterText {
  const stream = pdf.ref({})
  return {
    put() {
      const { dictionary, content } = pdf.page
      Reflect.set(dictionary.data, 'Contents', [content, stream])
    },
    fill(text, x, baseline) {
      const font = currentFont(pdf)
      const [glyphs] = font.encode(text)
      // pdfkit counts from the top of the page, PDF from the bottom.
      const upright = `1 0 0 -1 0 ${baseline} cm`
      stream.end(Buffer.from(`${upright} BT 0.42 g /${font.id} 7 Tf ${x} 0 Td <${glyphs.join('')}> Tj ET`))
    },
  }
}

function currentFont(pdf: Pdf): PdfFont {
  const font: unknown = Reflect.get(pdf, '_font')
  if (!isFont(font)) throw new Error('This release of pdfkit stores its fonts differently')
  return font
}

function isFont(font: unknown): font is PdfFont {
  return typeof font === 'object' && font !== null && ['id', 'layout', 'encode'].every((key) => key in font)
}
