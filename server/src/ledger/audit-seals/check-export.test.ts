import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lagosDay } from '@kobo/contract/kit/day'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Transaction } from '../../db/database.ts'
import { makeSeal } from '../../seal.ts'
import { serverRoot } from '../../server-folder.ts'
import { aFirstSeal, anAuditRow, sealAll, unguardAudit } from '../../testing/audit-seals.ts'
import { bundled } from '../../testing/bundled.ts'
import { aDatabase } from '../../testing/database.ts'
import { testSeal, testSecret } from '../../testing/factories.ts'
import { type AuditSeal, newestSeal, sealHash } from './audit-seal.ts'
import { checkExport } from './check-export.ts'

const database = await aDatabase()
const { db } = database
const folder = mkdtempSync(join(tmpdir(), 'kobo-audit-'))
const file = join(folder, 'audit.jsonl')
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await database.close()
})

const ids: string[] = []
let lines: string[] = []
let head: AuditSeal

beforeAll(async () => {
  await aFirstSeal(db, { minutesAgo: 5 })
  for (let seals = 0; seals < 3; seals++) {
    for (let rows = 0; rows < 3; rows++) ids.push(await anAuditRow(db))
    await sealAll(db)
  }
  ids.push(await anAuditRow(db))
  head = (await newestSeal(db)) ?? expect.fail()
  lines = await exported()
})

/** Runs one of the two commands with the bundled script. */
function command(name: string, args: string[], env: object = {}): Promise<{ code: number; output: string }> {
  const script = bundled(`ledger/audit-seals/audit-${name}-command.ts`)
  const own = { ...process.env, SECRET: testSecret, DATABASE_URL: database.url, ...env }
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { env: own, cwd: serverRoot() }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    )
  })
}

async function exported(): Promise<string[]> {
  rmSync(file, { force: true })
  const [from, until] = [lagosDay(new Date(Date.now() - 3_600_000)), lagosDay(new Date())]
  expect(await command('export', ['--from', from, '--until', until, '--to', file])).toMatchObject({ code: 0 })
  return readFileSync(file, 'utf8').trimEnd().split('\n')
}

/** Returns what the check of these lines finds. */
async function found(
  some: readonly string[],
  seal = testSeal as typeof testSeal | null,
  anchor: AuditSeal | null = null,
) {
  const { findings } = await checkExport(asStream(some), { seal, anchor })
  return Object.fromEntries(findings.map(({ kind, ids: named }) => [kind, named]))
}

async function* asStream(some: readonly string[]) {
  yield* some
}

/** Returns what the check of an export finds after a change of the database, which is undone. */
async function foundAfter(change: (t: Transaction) => Promise<unknown>) {
  const undo = ['audit', 'audit_seal', 'audit_sealed', 'audit_proof']
  await db.transaction().execute(async (t) => {
    await unguardAudit(t)
    for (const table of undo)
      await sql`create table ${sql.table(`kept_${table}`)} as table ${sql.table(table)}`.execute(t)
    await change(t)
  })
  const some = await exported()
  await db.transaction().execute(async (t) => {
    for (const table of undo) {
      await sql`delete from ${sql.table(table)}`.execute(t)
      await sql`insert into ${sql.table(table)} table ${sql.table(`kept_${table}`)}`.execute(t)
      await sql`drop table ${sql.table(`kept_${table}`)}`.execute(t)
    }
  })
  return await found(some)
}

const nthLine = (part: string, nth: number) =>
  lines.flatMap((line, place) => (line.startsWith(part) ? [place] : []))[nth] ?? expect.fail()
const without = (place: number) => lines.toSpliced(place, 1)
const changed = (place: number, from: string | RegExp, to: string) => {
  const line = lines[place]?.replace(from, to) ?? ''
  expect(line).not.toBe(lines[place])
  return lines.toSpliced(place, 1, line)
}

describe('an exported audit', () => {
  it('has no fault as it was written, and counts what it holds', async () => {
    const check = await checkExport(asStream(lines), { seal: testSeal, anchor: head })
    expect(check).toEqual({ seals: 3, rows: 9, unsealed: 1, firstSeal: 2, lastSeal: 4, retired: [], findings: [] })
    expect(await foundAfter(async () => {})).toEqual({})
  })

  it('shows a changed byte of any field of a row', async () => {
    const place = nthLine('{"id"', 4)
    const line = lines[place] ?? ''
    const begin = line.indexOf('"row":') + 6
    let tried = 0
    for (let at = begin; at < line.length - 1; at++) {
      const letter = line[at] === '1' ? '2' : '1'
      const other = line.slice(0, at) + letter + line.slice(at + 1)
      if (!hasSameFields(other, line)) continue
      expect(await found(lines.toSpliced(place, 1, other)), other).toEqual({ 'audit-row-changed': [ids[4]] })
      tried++
    }
    expect(tried).toBeGreaterThan(300)
  })

  it('shows a removed, doubled, moved or replaced line', async () => {
    const row = nthLine('{"id"', 4)
    const ended = (some: string[], rows: number) => some.toSpliced(-1, 1, JSON.stringify({ end: rows }))
    expect(await found(ended(without(row), 9))).toEqual({ 'audit-seal-altered': ['3'] })
    expect(await found(ended(lines.toSpliced(row, 0, lines[row] ?? ''), 11))).toEqual({ 'audit-seal-altered': ['3'] })
    expect(await found(lines.toSpliced(row, 2, lines[row + 1] ?? '', lines[row] ?? ''))).toEqual({
      'audit-seal-altered': ['3'],
    })
    await expect(found(without(row))).rejects.toThrow('not a whole export')
    await expect(found(lines.slice(0, -1))).rejects.toThrow('not a whole export')
    await expect(found(lines.slice(1))).rejects.toThrow('not a whole export')
    await expect(found(['what is this?'])).rejects.toThrow('not a whole export')
  })

  it('shows a removed or changed seal', async () => {
    const seal = nthLine('{"seal"', 1)
    const gone = lines.toSpliced(seal, 4).toSpliced(-1, 1, JSON.stringify({ end: 7 }))
    expect(await found(gone)).toEqual({ 'audit-seal-missing': ['3'] })
    for (const [from, to] of [
      [/"at":"2/, '"at":"3'],
      [/"watermark":"2/, '"watermark":"1'],
      ['"isLate":false', '"isLate":true'],
      [/"total":6/, '"total":7'],
      [/"previous":"./, '"previous":"g'],
      [/"hash":"./, '"hash":"g'],
      [/"leaves":"./, '"leaves":"g'],
    ] as const) {
      expect(await found(changed(seal, from, to))).toMatchObject({
        'audit-seal-altered': expect.arrayContaining(['3']),
      })
    }
  })

  it('shows seals that were made without the secret', async () => {
    const place = nthLine('{"seal"', 1)
    const line = JSON.parse(lines[place] ?? '') as { seal: AuditSeal; proofs: Record<string, string> }
    const seal = { ...line.seal, at: line.seal.watermark }
    seal.hash = sealHash(seal)
    const { key, proof } = makeSeal('some other').prove(seal.hash)
    const forged = lines.toSpliced(place, 1, JSON.stringify({ seal, proofs: { [key]: proof } }))
    expect(await found(forged)).toEqual({ 'audit-seal-altered': ['4'], 'audit-proof-mismatch': ['3'] })
    expect(await found(changed(place, /"proofs":\{"(\w+)":"\w/, '"proofs":{"$1":"g'))).toEqual({
      'audit-proof-mismatch': ['3'],
    })
    expect(await found(lines, makeSeal('some other'))).toMatchObject({ 'audit-proof-mismatch': ['4', '2', '3'] })
    expect(await found(forged, null)).toEqual({ 'audit-seal-altered': ['4'] })
  })

  it('shows what was changed, removed or added in the database', async () => {
    const run = (statement: ReturnType<typeof sql>) => (t: Transaction) => statement.execute(t)
    expect(await foundAfter(run(sql`update audit set reason = null where id = ${ids[1]}`))).toEqual({
      'audit-row-changed': [ids[1]],
    })
    expect(await foundAfter(run(sql`delete from audit where id = ${ids[1]}`))).toEqual({
      'audit-row-removed': [ids[1]],
    })
    let late = ''
    const add = async (t: Transaction) => {
      late = await anAuditRow(t, { minutesAgo: 66 })
    }
    expect(await foundAfter(add)).toEqual({ 'audit-row-late': [late] })
    expect(await foundAfter(run(sql`delete from audit_seal where no = 3`))).toMatchObject({
      'audit-seal-missing': ['3'],
    })
  })

  it('shows by an anchor that its end was cut off or replaced', async () => {
    const next = { ...head, no: 5 }
    expect(await found(lines, testSeal, head)).toEqual({})
    expect(await found(lines, testSeal, next)).toEqual({ 'audit-anchor-missing': ['5'] })
    expect(await found(lines, testSeal, { ...head, hash: '0'.repeat(64) })).toEqual({ 'audit-anchor-mismatch': ['4'] })
    await expect(found(lines, testSeal, { ...head, no: 1 })).rejects.toThrow('not in this file')
  })
})

describe('npm run audit:check', () => {
  it('checks a file without a database, and says when the proofs were not checked', async () => {
    writeFileSync(file, `${lines.join('\n')}\n`)
    const alone = { DATABASE_URL: '' }
    expect(await command('check', [file, '--anchor', `4:${head.hash}`], alone)).toEqual({
      code: 0,
      output: '3 seals, 9 sealed records, 1 others, 0 kinds of fault\n',
    })
    expect((await command('check', [file], { ...alone, SECRET: '' })).output).toContain(
      'proofs of audit seals were not checked',
    )
    writeFileSync(file, `${changed(nthLine('{"id"', 0), 'Firefox', 'Chrome').join('\n')}\n`)
    expect(await command('check', [file, '--anchor', `5:${'a'.repeat(16)}`], alone)).toEqual({
      code: 1,
      output: `1 × audit-row-changed: Audit records that changed after they were sealed: ${ids[0]}
1 × audit-anchor-missing: Audit seals of an anchor that are missing: the end was cut off: 5
3 seals, 9 sealed records, 1 others, 2 kinds of fault
`,
    })
    expect((await command('check', [file, '--anchor', '5:xyz'], alone)).output).toContain('--anchor is the number')
    expect((await command('check', [], alone)).output).toContain('Usage:')
  })

  it('refuses to export to a file that exists, or days that are none', async () => {
    const days = ['--from', '2026-11-01', '--until', '2026-11-02']
    expect((await command('export', [...days, '--to', file])).code).toBe(1)
    expect((await command('export', ['--from', '2026-11-02', '--until', '2026-11-01'])).output).toContain('Usage:')
    expect((await command('export', days)).output).toContain('"head"')
  })
})

/** Whether a line is JSON with the same keys. */
function hasSameFields(line: string, as: string): boolean {
  try {
    const [one, other] = [line, as].map((text) => JSON.parse(text) as { row: object })
    return JSON.stringify(Object.keys(one?.row ?? {})) === JSON.stringify(Object.keys(other?.row ?? {}))
  } catch {
    return false
  }
}
