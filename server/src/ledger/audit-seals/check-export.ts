import { createHash, type Hash } from 'node:crypto'
import { StartupError } from '../../startup-error.ts'
import { anchorFault } from './anchor.ts'
import { leafOf } from './audit-row.ts'
import { type AuditSeal, latenessMs, noSeal, sealHash } from './audit-seal.ts'
import { type ExportLine, exportLine } from './export-line.ts'
import { matchesProof } from './proofs.ts'
import { leastYears, type RetiredAudit } from './retired-audit.ts'
import type { Finding } from '../finding.ts'
import { finding, type Known, type SealFault } from './seal-faults.ts'

export interface ExportCheck {
  seals: number
  /** Sealed rows. */
  rows: number
  /** Rows without a seal. */
  unsealed: number
  /** Numbers of the first and last seal whose rows it has; null without any. */
  firstSeal: number | null
  lastSeal: number | null
  /** Seals whose rows are in another file, oldest first. */
  retired: RetiredAudit[]
  findings: Finding[]
}

const dayMs = 86_400_000

type Line<K extends string> = Extract<ExportLine, Record<K, unknown>>

/** A seal of the file, and its rows so far. */
interface OpenSeal {
  seal: AuditSeal
  leaves: Hash
  n: number
  firstId: string | null
  lastId: string | null
}

/** How far the file has been read. */
interface Reading extends Omit<ExportCheck, 'findings'> {
  known: Known
  head: AuditSeal | null
  open: OpenSeal | null
  /** Hash of the anchor's seal, once it was read. */
  anchored: string | undefined
  report(kind: SealFault, id: string | number): void
}

/** Checks an exported audit line by line, without a database. Throws if it is not a whole export. */
export async function checkExport(lines: AsyncIterable<string>, known: Known): Promise<ExportCheck> {
  const findings = new Map<SealFault, Finding>()
  const report = (kind: SealFault, about: string | number) => {
    const found = findings.get(kind) ?? finding(kind, { count: 0, ids: [] })
    findings.set(kind, found)
    const id = String(about)
    if (found.ids.at(-1) === id) return
    found.count++
    if (found.ids.length < 5) found.ids.push(id)
  }
  const counts = { seals: 0, rows: 0, unsealed: 0, firstSeal: null, lastSeal: null, retired: [] }
  const reading: Reading = { known, head: null, open: null, anchored: undefined, report, ...counts }
  let [isFirst, hasEnded] = [true, false]
  for await (const text of lines) {
    const line = readLine(text)
    if ('head' in line !== isFirst || hasEnded) throw notWhole()
    isFirst = false
    if ('head' in line) readHead(reading, line)
    else if ('retired' in line) readRetired(reading, line)
    else if ('seal' in line) readSeal(reading, line)
    else if ('row' in line) readRow(reading, line)
    else if ('unsealed' in line) readUnsealed(reading, line)
    else hasEnded = line.end === reading.rows + reading.unsealed
  }
  if (!hasEnded) throw notWhole()
  closeSeal(reading)
  checkAnchor(reading)
  const { seals, rows, unsealed, firstSeal, lastSeal, retired } = reading
  return { seals, rows, unsealed, firstSeal, lastSeal, retired, findings: [...findings.values()] }
}

function readLine(text: string): ExportLine {
  try {
    return exportLine.parse(JSON.parse(text))
  } catch {
    throw notWhole()
  }
}

function notWhole(): StartupError {
  return new StartupError('The file is not a whole export of the audit.')
}

function readHead(reading: Reading, { head, proofs }: Line<'head'>): void {
  reading.head = head
  if (head === null) return
  if (head.hash !== sealHash(head)) reading.report('audit-seal-altered', head.no)
  checkProof(reading, head, proofs)
  noteAnchor(reading, head)
}

/** Retired seals follow one another from the first of all, and were older than seven years. */
function readRetired({ retired, open, report }: Reading, { retired: line }: Line<'retired'>): void {
  if (open !== null) throw notWhole()
  const keptUntil = new Date(line.until)
  keptUntil.setUTCFullYear(keptUntil.getUTCFullYear() + leastYears)
  const isNext = line.firstSeal === (retired.at(-1)?.lastSeal ?? 0) + 1 && line.lastSeal >= line.firstSeal
  if (!isNext || Date.parse(line.at) < keptUntil.getTime() - dayMs) report('audit-retirement-altered', line.firstSeal)
  retired.push(line)
}

function readSeal(reading: Reading, { seal, proofs }: Line<'seal'>): void {
  closeSeal(reading)
  const { head, report } = reading
  const before = reading.open?.seal
  reading.seals++
  reading.firstSeal ??= seal.no
  reading.lastSeal = seal.no
  reading.open = { seal, leaves: createHash('sha256'), n: 0, firstId: null, lastId: null }
  if (before) for (let no = before.no + 1; no < seal.no; no++) report('audit-seal-missing', no)
  noteAnchor(reading, seal)
  if (seal.no === head?.no) {
    if (seal.hash !== head.hash) report('audit-seal-altered', seal.no)
  } else checkProof(reading, seal, proofs)
  if (seal.form !== 1 || seal.hash !== sealHash(seal) || !follows(seal, before)) report('audit-seal-altered', seal.no)
}

/** Whether a seal continues the one before it; the first one of a file only if it is the first of all. */
function follows(seal: AuditSeal, before: AuditSeal | undefined): boolean {
  const isNext = before ? seal.no === before.no + 1 : seal.no === 1
  if (!isNext) return before === undefined || seal.no > before.no
  return seal.previous === (before?.hash ?? noSeal) && seal.total === (before?.total ?? 0) + seal.n
}

function readRow(reading: Reading, { id, leaf, row }: Line<'row'>): void {
  const { open, report } = reading
  if (open === null) throw notWhole()
  reading.rows++
  open.leaves.update(Buffer.from(leaf, 'hex'))
  open.n++
  open.firstId ??= id
  open.lastId = id
  if (row === null) report('audit-row-removed', id)
  else if (row.id !== id || leafOf(row) !== leaf) report('audit-row-changed', id)
}

/** Compares a seal with all of its rows, which are read now. */
function closeSeal({ open, report }: Reading): void {
  if (open === null) return
  const { seal, leaves, n, firstId, lastId } = open
  const isSame =
    n === seal.n && firstId === seal.firstId && lastId === seal.lastId && leaves.digest('hex') === seal.leaves
  if (!isSame) report('audit-seal-altered', seal.no)
}

function readUnsealed(reading: Reading, { unsealed }: Line<'unsealed'>): void {
  const { head, report } = reading
  reading.unsealed++
  if (head && Date.parse(unsealed.at ?? '') < Date.parse(head.watermark) - latenessMs) {
    report('audit-row-late', unsealed.id ?? '')
  }
}

function checkProof({ known, report }: Reading, seal: AuditSeal, proofs: Record<string, string>): void {
  if (known.seal === null) return
  if (!matchesProof(seal, new Map(Object.entries(proofs)), known.seal)) report('audit-proof-mismatch', seal.no)
}

function noteAnchor(reading: Reading, seal: AuditSeal): void {
  if (seal.no === reading.known.anchor?.no) reading.anchored = sealHash(seal)
}

function checkAnchor({ known: { anchor }, head, anchored, retired, report }: Reading): void {
  if (anchor === null) return
  if (anchored === undefined && head !== null && anchor.no < head.no) {
    const elsewhere = retired.find(({ lastSeal }) => anchor.no <= lastSeal)
    if (elsewhere) {
      throw new StartupError(`The seal ${anchor.no} of the anchor is retired: check the file ${elsewhere.fileSha256}.`)
    }
    throw new StartupError(`The seal ${anchor.no} of the anchor is not in this file: export the days that it covers.`)
  }
  const fault = anchorFault(anchor, anchored)
  if (fault) report(fault, anchor.no)
}
