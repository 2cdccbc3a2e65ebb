import { createRequire } from 'node:module'
import { setImmediate as breathe } from 'node:timers/promises'
import { lagosTime } from '@kobo/contract/kit/day'
import PdfDocument from 'pdfkit'
import { readableNaira } from './plain-naira.ts'
import type { Movement, Statement } from './statement.ts'

// The fonts that every PDF reader has lack the naira sign and the dotted letters of Yoruba and Igbo names.
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

const page = { left: 40, right: 556, top: 40, bottom: 790 }
const ink = '#1a1a1a'
const grey = '#6b6b6b'
const line = '#d9d9d6'
const green = '#0b6b4f'
const rowsBetweenBreaths = 200

type Pdf = InstanceType<typeof PdfDocument>

/** A statement on A4: head with the sums, one line to a movement, page numbers. */
export async function statementPdf(statement: Statement, madeAt: Date): Promise<Buffer> {
  const pdf = new PdfDocument({ size: 'A4', margin: 0, bufferPages: true, font: plain, info: { Title: 'Statement' } })
  const parts: Buffer[] = []
  pdf.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve) => pdf.on('end', resolve))

  let y = titles(pdf, tops(pdf, statement, madeAt))
  for (const [position, movement] of statement.movements.entries()) {
    const height = heightOf(pdf, movement)
    if (y + height > page.bottom) {
      pdf.addPage()
      y = titles(pdf, page.top)
    }
    row(pdf, y, movement)
    y += height
    if (position % rowsBetweenBreaths === 0) await breathe()
  }
  if (statement.movements.length === 0) {
    pdf
      .font(plain)
      .fontSize(9)
      .fillColor(grey)
      .text('There were no movements in this period.', page.left, y + 8)
  }
  numberPages(pdf)
  pdf.end()
  await ended
  return Buffer.concat(parts)
}

/** The head of the first page; gives where it ends. */
function tops(pdf: Pdf, statement: Statement, madeAt: Date): number {
  const { movements, openingKobo, closingKobo } = statement
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
    .text(`${dayWords(statement.startDay)} to ${dayWords(statement.endDay)}, days of Lagos`, page.left, pdf.y + 2)
    .text(`Made ${lagosTime(madeAt)}`, page.left, pdf.y + 2)
  const credits = movements.filter(({ amountKobo }) => amountKobo > 0n)
  const debits = movements.filter(({ amountKobo }) => amountKobo < 0n)
  const sums = [
    ['Opening balance', openingKobo],
    [`Money in (${credits.length})`, credits.reduce((sum, { amountKobo }) => sum + amountKobo, 0n)],
    [`Money out (${debits.length})`, -debits.reduce((sum, { amountKobo }) => sum + amountKobo, 0n)],
    ['Closing balance', closingKobo],
  ] as const
  for (const [place, [label, kobo]] of sums.entries()) {
    const y = page.top + 50 + place * 15
    pdf.font(plain).fontSize(9).fillColor(grey).text(label, 380, y, { width: 80 })
    pdf
      .font(bold)
      .fillColor(ink)
      .text(`₦${readableNaira(kobo)}`, 440, y, { width: 116, align: 'right' })
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

function titles(pdf: Pdf, y: number): number {
  pdf.font(bold).fontSize(7).fillColor(grey)
  for (const name of names) cell(pdf, name, y, titleOf[name])
  rule(pdf, y + 13)
  return y + 17
}

const names: readonly Column[] = ['date', 'description', 'reference', 'debit', 'credit', 'balance']

function row(pdf: Pdf, y: number, movement: Movement): void {
  pdf.font(plain).fontSize(7).fillColor(ink)
  cell(pdf, 'date', y, lagosTime(new Date(movement.at)))
  cell(pdf, 'description', y, words(movement))
  cell(pdf, 'reference', y, movement.reference)
  if (movement.amountKobo < 0n) cell(pdf, 'debit', y, readableNaira(-movement.amountKobo))
  else cell(pdf, 'credit', y, readableNaira(movement.amountKobo))
  cell(pdf, 'balance', y, readableNaira(movement.balanceKobo))
  rule(pdf, y + heightOf(pdf, movement) - 4)
}

function words({ description, chargesKobo }: Movement): string {
  return chargesKobo === 0n ? description : `${description} (charges ${readableNaira(chargesKobo)})`
}

function heightOf(pdf: Pdf, movement: Movement): number {
  pdf.font(plain).fontSize(7)
  const tall = Math.max(
    pdf.heightOfString(words(movement), { width: columns.description.width }),
    pdf.heightOfString(movement.reference, { width: columns.reference.width }),
  )
  return tall + 8
}

function cell(pdf: Pdf, name: Column, y: number, text: string): void {
  const { x, width } = columns[name]
  const align = name === 'debit' || name === 'credit' || name === 'balance' ? 'right' : 'left'
  pdf.text(text, x, y, { width, align })
}

function rule(pdf: Pdf, y: number): void {
  pdf.moveTo(page.left, y).lineTo(page.right, y).lineWidth(0.5).strokeColor(line).stroke()
}

function numberPages(pdf: Pdf): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let number = start; number < start + count; number++) {
    pdf.switchToPage(number)
    pdf.font(plain).fontSize(7).fillColor(grey)
    pdf.text(`Page ${number - start + 1} of ${count}`, page.left, 806, {
      width: page.right - page.left,
      align: 'right',
    })
  }
}

function dayWords(day: string): string {
  return day.split('-').reverse().join('-')
}
