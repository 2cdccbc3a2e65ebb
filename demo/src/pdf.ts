export interface Page {
  title: string
  paragraphs: readonly string[]
  /** Small print at the foot. */
  foot: string
}

/** Renders an A4 page as PDF 1.4 in Helvetica, which every reader has. Renders thousands a second, unlike a PDF library. */
export function pdf({ title, paragraphs, foot }: Page): Buffer {
  const lines = [
    'BT',
    ...fold(title, 38).flatMap((line, row) => [`/F2 20 Tf 1 0 0 1 64 ${760 - row * 26} Tm (${escaped(line)}) Tj`]),
    '/F1 11 Tf 17 TL',
    `1 0 0 1 64 ${720 - fold(title, 38).length * 26} Tm`,
    ...paragraphs.flatMap((paragraph) => [...fold(paragraph, 84).map((line) => `(${escaped(line)}) Tj T*`), 'T*']),
    `/F1 8 Tf 1 0 0 1 64 48 Tm (${escaped(foot)}) Tj`,
    'ET',
    '0.8 w 64 64 m 531 64 l S',
  ].join('\n')

  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${lines.length} >>\nstream\n${lines}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Title (${escaped(title)}) >>`,
  ])
}

/** Numbers the objects and writes the table of their byte offsets. */
function assemble(objects: readonly string[]): Buffer {
  let text = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'
  let table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  for (const [position, object] of objects.entries()) {
    table += `${String(text.length).padStart(10, '0')} 00000 n \n`
    text += `${position + 1} 0 obj\n${object}\nendobj\n`
  }
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${objects.length} 0 R >>`
  return Buffer.from(`${text}${table}${trailer}\nstartxref\n${text.length}\n%%EOF\n`, 'latin1')
}

/** Encodes one byte per character, as the fonts require; letters beyond Latin-1 lose their diacritics. */
function escaped(text: string): string {
  return text
    .replace(/[^\x20-\x7e\xa0-\xff]/g, (character) => character.normalize('NFD').replace(/[^\x20-\x7e]/g, '') || '?')
    .replace(/[\\()]/g, '\\$&')
}

/** Wraps text at spaces to lines of this length; a longer word gets its own line. */
function fold(text: string, maxLength: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length >= maxLength) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return line === '' ? lines : [...lines, line]
}
