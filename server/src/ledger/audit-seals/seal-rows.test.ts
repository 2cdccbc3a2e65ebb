import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { writeAudit } from '../../db/audit.ts'
import { aFirstSeal, anAuditRow, sealAll } from '../../testing/audit-seals.ts'
import { aDatabase, type TestDatabase } from '../../testing/database.ts'
import { testSeal } from '../../testing/factories.ts'
import { killWorker, startWorker, throughKills } from '../../testing/killable-worker.ts'
import { byDepth } from '../../testing/property-runs.ts'
import { sealChecks } from '../checks/seal-checks.ts'
import { verifyLedger } from '../verify.ts'
import { idTime } from '../../uuid.ts'
import { newestSeal } from './audit-seal.ts'
import { unprovenSeals } from './proofs.ts'
import { oldestUnsealed, rowsPerSeal, sealRows } from './seal-rows.ts'

const minuteMs = 60_000

async function aSealedDatabase(): Promise<TestDatabase> {
  const database = await aDatabase()
  onTestFinished(() => database.close())
  return database
}

/** Returns what the checks find, with the ids. */
async function faults(db: Database): Promise<string[]> {
  const { auditGaps } = await verifyLedger(db, sealChecks)
  const unproven = await unprovenSeals(db, testSeal)
  return [...auditGaps.map(({ kind, ids }) => `${kind} ${ids.join(' ')}`), ...unproven.ids]
}

/** Adds rows at equal distances before now in one statement. */
async function addRows(db: Database, rows: number, spacingMs: number): Promise<void> {
  await sql`
    insert into audit (id, at, action, record_type, record_id)
    select id, uuid_time(id), 'wallet.enable', 'wallet', 'x' from (
      select (lpad(to_hex(${Date.now()} - number * ${spacingMs}::bigint), 12, '0') || '7'
        || substr(md5(number::text), 1, 19))::uuid as id
      from generate_series(1, ${rows}) as number
    ) as made`.execute(db)
}

const sealedRows = (db: Database) =>
  db
    .selectFrom('audit_sealed')
    .select((row) => row.fn.countAll<bigint>().as('n'))
    .executeTakeFirstOrThrow()
    .then(({ n }) => Number(n))

describe('sealRows', () => {
  it('makes no seal without rows', async () => {
    const { db } = await aSealedDatabase()
    expect(await sealAll(db)).toEqual([])
    expect(await newestSeal(db)).toBeNull()
  })

  it('seals existing rows in chunks as late ones, and new rows as they come', async () => {
    const { db } = await aSealedDatabase()
    await addRows(db, 2 * rowsPerSeal + 10, minuteMs)
    const made = await sealAll(db)
    expect(made.map(({ no, n, total, isLate }) => [no, n, total, isLate])).toEqual([
      [1, 1_000, 1_000, true],
      [2, 1_000, 2_000, true],
      [3, 10, 2_010, false],
    ])
    expect(made[1]?.previous).toBe(made[0]?.hash)
    const id = await anAuditRow(db)
    expect(await sealAll(db)).toMatchObject([{ no: 4, n: 1, firstId: id, lastId: id, isLate: false }])
    expect(await sealAll(db)).toEqual([])
    expect(await faults(db)).toEqual([])
  })

  it('continues a chain of late seals after an interruption', async () => {
    const { db } = await aSealedDatabase()
    await addRows(db, 2 * rowsPerSeal + 10, minuteMs)
    const onSealed = () => {
      throw new Error('The power went')
    }
    await expect(sealRows(db, testSeal, { onSealed })).rejects.toThrow('The power went')
    expect(await faults(db)).toEqual([])
    expect((await sealAll(db)).map(({ no, n }) => [no, n])).toEqual([
      [2, 1_000],
      [3, 10],
    ])
    expect(await faults(db)).toEqual([])
  })

  it('seals a row whose transaction commits 50 minutes late', async () => {
    const database = await aSealedDatabase()
    const { db } = database
    await aFirstSeal(db, { minutesAgo: 2 })
    const slow = await db.startTransaction().execute()
    const late = await anAuditRow(slow, { minutesAgo: 50 })
    for (const minutesAgo of [40, 1, 0]) await anAuditRow(db, { minutesAgo })
    const [swept] = await sealAll(db)
    expect(swept).toMatchObject({ no: 2, n: 3 })
    await anAuditRow(db)
    // It reads only what is newer, which moves no watermark: however busy the audit is, the next sweep comes.
    expect(await sealAll(db)).toMatchObject([{ no: 3, n: 1, watermark: swept?.watermark }])
    await slow.commit().execute()
    expect(await faults(db)).toEqual([])
    expect(await oldestUnsealed(db)).toBe(idTime(late))
    expect(await sealAll(db)).toEqual([])
    // At most a minute later the next sweep finds it.
    expect(await sealAll(db, { isSweep: true })).toMatchObject([{ no: 4, n: 1, firstId: late, isLate: false }])
    expect(await faults(db)).toEqual([])
  })

  it('leaves a row that comes more than an hour late to the check', async () => {
    const { db } = await aSealedDatabase()
    await aFirstSeal(db, { minutesAgo: 2 })
    const late = await anAuditRow(db, { minutesAgo: 63 })
    await anAuditRow(db)
    expect(await sealAll(db)).toMatchObject([{ no: 2, n: 1 }])
    expect(await oldestUnsealed(db)).toBeNull()
    expect(await faults(db)).toEqual([`audit-row-late ${late}`])
  })

  it('seals rows that waited for hours until a worker ran again', async () => {
    const { db } = await aSealedDatabase()
    await aFirstSeal(db, { minutesAgo: 300 })
    for (const minutesAgo of [350, 200, 10]) await anAuditRow(db, { minutesAgo })
    expect(await sealAll(db)).toMatchObject([{ no: 2, n: 3, isLate: true }])
    expect(await faults(db)).toEqual([])
  })

  it('seals nothing every ten minutes when nothing happens, so that no row can be added for that time', async () => {
    const { db } = await aSealedDatabase()
    await aFirstSeal(db, { minutesAgo: 9 })
    expect(await sealAll(db)).toEqual([])
    const { db: quiet } = await aSealedDatabase()
    await aFirstSeal(quiet, { minutesAgo: 120 })
    expect(await sealAll(quiet)).toMatchObject([{ no: 2, n: 0, firstId: null }])
    const late = await anAuditRow(quiet, { minutesAgo: 90 })
    expect(await sealAll(quiet)).toEqual([])
    expect(await faults(quiet)).toEqual([`audit-row-late ${late}`])
  })

  it('seals present rows after a seal from the future, which a wrong clock left', async () => {
    const { db } = await aSealedDatabase()
    await aFirstSeal(db, { minutesAgo: -180 })
    await anAuditRow(db)
    expect(await sealAll(db)).toMatchObject([{ no: 2, n: 1 }])
    expect(await faults(db)).toEqual([])
  })

  it('makes each seal once when workers seal at once', async () => {
    const { db } = await aSealedDatabase()
    await addRows(db, 5 * rowsPerSeal, minuteMs)
    const made = (await Promise.all([1, 2, 3].map(() => sealAll(db)))).flat()
    for (let waiting = made; waiting.length > 0; made.push(...waiting)) waiting = await sealAll(db)
    expect(made.map(({ no }) => no).toSorted((a, b) => a - b)).toEqual(made.map((_, place) => place + 1))
    expect(await sealedRows(db)).toBe(5 * rowsPerSeal)
    expect(await faults(db)).toEqual([])
  })

  it('raises no false alarm while 64 writers and two workers are busy', async () => {
    const database = await aSealedDatabase()
    const { db } = database
    const rows = byDepth({ sample: 6_400, full: 100_000 })
    await aFirstSeal(db, { minutesAgo: 0 })
    const writers = openDatabase(database.url, { max: 64 })
    onTestFinished(() => writers.close())
    let isWriting = true
    const write = async (writer: number) => {
      for (let row = 0; row < rows / 64; row++) {
        const at = new Date(Date.now() - randomInt(50) * minuteMs)
        const by = { staffId: null, sessionId: null, mode: null, requestId: `${writer} ${row}`, at }
        await writers.db.transaction().execute(async (t) => {
          await writeAudit(t, by, { action: 'wallet.enable', recordType: 'wallet', recordId: String(row) })
          if (row % 8 === 0) await sleep(randomInt(20))
        })
      }
    }
    const seal = async () => {
      while (isWriting) {
        await sealAll(db, { isSweep: randomInt(2) === 0 })
      }
    }
    const check = async () => {
      while (isWriting) {
        expect(await faults(db)).toEqual([])
        await sleep(200)
      }
    }
    const others = Promise.all([seal(), seal(), check()])
    await Promise.all(Array.from({ length: 64 }, (_, writer) => write(writer)))
    isWriting = false
    await others
    for (let waiting = true; waiting; ) waiting = (await sealAll(db, { isSweep: true })).some(({ n }) => n > 0)
    expect(await sealedRows(db)).toBe(rows)
    expect(await faults(db)).toEqual([])
  }, 600_000)

  it('leaves a whole chain when its worker is killed', async () => {
    const { db, url } = await aSealedDatabase()
    await addRows(db, 30 * rowsPerSeal, 1_000)
    const start = () => startWorker('audit-seal-worker.ts', url)
    const last = await throughKills(byDepth({ sample: 3, full: 20 }), start, async () => {
      await sleep(randomInt(20, 200))
    })
    await expect.poll(() => sealedRows(db), { timeout: 60_000 }).toBe(30 * rowsPerSeal)
    await killWorker(last)
    expect(await faults(db)).toEqual([])
  })
})
