import { createRequire } from 'node:module'
import { lagosTime } from '@kobo/contract/kit/day'
import PdfDocument from 'pdfkit'
import { laterText, layOutByLetter, linesOf, type Pdf, put, putRight } from './pdf-text.ts'
import { plainNaira } from './statement-csv.ts'
import type { StatementHead } from './statement.ts'
import type { Movement } from './statement-movements.ts'

// The standard PDF fonts lack the naira sign and the dotted letters of Yoruba and Igbo names.
const fonts = createRequire(import.meta.url)
const plain = fonts.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf')
const bold = fonts.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf')

/** Left edge and width of each column, in points. */
const columns = {
  date: { x: 40, width: 70 },
  description: { x: 112, width: 148 },
  reference: { x: 264, width: 98 },
  debit: { x: 364, width: 62 },
  credit: { x: 428, width: 60 },
  balance: { x: 490, width: 66 },
} as const
type Column = keyof typeof columns
const page = { left: 40, right: 556, top: 40, bottom: 790, foot: 806 }
const ink = '#1a1a1a'
const grey = '#6b6b6b'
const line = '#d9d9d6'
const green = '#0b6b4f'
const lineHeight = 8.2

/** A4 statement that grows page by page, with only the current page in memory. */
export interface StatementPdf {
  add(movements: readonly Movement[]): void
  /** Ends the document after the last movement. */
  end(): Promise<void>
}

/** Begins a statement: head with the sums, one line per movement, page numbers. */
export function beginPdf(head: StatementHead, madeAt: Date, onBytes: (bytes: Uint8Array) => void): StatementPdf {
  const options = { size: 'A4', margin: 0, bufferPages: false, fontLayoutCache: false, font: plain }
  const pdf = new PdfDocument({ ...options, info: { Title: 'Statement' } })
  layOutByLetter(pdf)
  pdf.font(bold)
  layOutByLetter(pdf)
  pdf.on('data', onBytes)
  const finished = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject))
  const pages = laterText(pdf)
  let count = 1
  let y = drawTitles(pdf, drawHeader(pdf, head, madeAt))
  const endPage = () => {
    pdf.font(plain).fontSize(7).fillColor(grey)
    putRight(pdf, `Page ${count} of`, page.right - 18, page.foot)
    pages.put()
  }
  return {
    add(movements) {
      for (const movement of movements) {
        pdf.font(plain).fontSize(7)
        const shown = linesIn(pdf, movement)
        const height = Math.max(shown.description.length, shown.reference.length) * lineHeight + 8
        if (y + height > page.bottom) {
          endPage()
          pdf.addPage()
          count += 1
          y = drawTitles(pdf, page.top)
        }
        row(pdf, y, movement, shown)
        rule(pdf, y + height - 4)
        y += height
      }
    },
    async end() {
      if (head.credits.count + head.debits.count === 0) {
        pdf.font(plain).fontSize(9).fillColor(grey)
        put(pdf, 'There were no movements in this period.', page.left, y + 8)
      }
      endPage()
      pages.fill(String(count), page.right - 16, page.foot + 6.5)
      pdf.end()
      await finished
    },
  }
}

/** Draws the head of the first page and returns its lower edge. */
function drawHeader(pdf: Pdf, statement: StatementHead, madeAt: Date): number {
  const { credits, debits, openingKobo, closingKobo } = statement
  pdf.font(bold).fontSize(11).fillColor(green).text('Kobo Console', page.left, page.top)
  pdf
    .font(bold)
    .fontSize(16)
    .fillColor(ink)
    .text('Statement of account', page.left, page.top + 22)
  pdf
    .font(bold)
    .fontSize(10)
    .text(statement.businessName, page.left, page.top + 50, { width: 320 })
  pdf
    .font(plain)
    .fontSize(9)
    .fillColor(grey)
    .text(`${statement.accountNumber}, ${statement.bankName}`, page.left, pdf.y + 2)
    .text(`${formatDay(statement.startDay)} to ${formatDay(statement.endDay)}, Lagos time`, page.left, pdf.y + 2)
    .text(`Generated ${lagosTime(madeAt)}`, page.left, pdf.y + 2)
  const sums = [
    ['Opening balance', openingKobo],
    [`Money in (${credits.count})`, credits.kobo],
    [`Money out (${debits.count})`, debits.kobo],
    ['Closing balance', closingKobo],
  ] as const
  for (const [index, [label, kobo]] of sums.entries()) {
    const y = page.top + 50 + index * 15
    pdf.font(plain).fontSize(9).fillColor(grey)
    put(pdf, label, 380, y)
    pdf.font(bold).fillColor(ink)
    putRight(pdf, `₦${readableNaira(kobo)}`, page.right, y)
  }
  return page.top + 124
}

const titleOf: Record<Column, string> = {
  date: 'Date',
  description: 'Description',
  reference: 'Reference',
  debit: 'Debit ₦',
  credit: 'Credit ₦',
  balance: 'Balance ₦',
}
const names: readonly Column[] = ['date', 'description', 'reference', 'debit', 'credit', 'balance']

function drawTitles(pdf: Pdf, y: number): number {
  pdf.font(bold).fontSize(7).fillColor(grey)
  for (const name of names) cell(pdf, name, y, titleOf[name])
  rule(pdf, y + 13)
  return y + 17
}

interface ShownLines {
  description: string[]
  reference: string[]
}

function linesIn(pdf: Pdf, { description, reference, ...amounts }: Movement): ShownLines {
  const chargesKobo = amounts.feeKobo + amounts.vatKobo + amounts.stampDutyKobo
  const text = chargesKobo === 0n ? description : `${description} (charges ${readableNaira(chargesKobo)})`
  return {
    description: linesOf(pdf, text, columns.description.width),
    reference: linesOf(pdf, reference, columns.reference.width),
  }
}

function row(pdf: Pdf, y: number, movement: Movement, { description, reference }: ShownLines): void {
  pdf.fillColor(ink)
  cell(pdf, 'date', y, lagosTime(new Date(movement.at)))
  for (const [index, text] of description.entries()) cell(pdf, 'description', y + index * lineHeight, text)
  for (const [index, text] of reference.entries()) cell(pdf, 'reference', y + index * lineHeight, text)
  if (movement.amountKobo < 0n) cell(pdf, 'debit', y, readableNaira(-movement.amountKobo))
  else cell(pdf, 'credit', y, readableNaira(movement.amountKobo))
  cell(pdf, 'balance', y, readableNaira(movement.balanceKobo))
}

function cell(pdf: Pdf, name: Column, y: number, text: string): void {
  const { x, width } = columns[name]
  if (name === 'debit' || name === 'credit' || name === 'balance') putRight(pdf, text, x + width, y)
  else put(pdf, text, x, y)
}

function rule(pdf: Pdf, y: number): void {
  pdf.moveTo(page.left, y).lineTo(page.right, y).lineWidth(0.5).strokeColor(line).stroke()
}

function formatDay(day: string): string {
  return day.split('-').reverse().join('-')
}

/** Formats kobo as naira with commas, for people: `1,234.50`. */
function readableNaira(kobo: bigint): string {
  return plainNaira(kobo).replace(/\B(?=(\d{3})+\.)/g, ',')
}
