import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Transaction } from '../../db/database.ts'
import { makeSeal } from '../../seal.ts'
import { aFirstSeal, anAuditRow, sealAll, unguardAudit } from '../../testing/audit-seals.ts'
import { aDatabase } from '../../testing/database.ts'
import { someStaff } from '../../testing/dispute-bookkeeping.ts'
import { testSeal } from '../../testing/factories.ts'
import { uuidv7 } from '../../uuid.ts'
import { type AuditRow, leafOf, rowTexts } from '../audit-seals/audit-row.ts'
import { type AuditSeal, newestSeal, sealFields, sealHash } from '../audit-seals/audit-seal.ts'
import { beginPass, sealNext } from '../audit-seals/seal-rows.ts'
import { findSealFaults } from '../audit-seals/seal-faults.ts'
import { findViolations } from '../verify.ts'
import { sealChecks } from './seal-checks.ts'

const database = await aDatabase()
const { db } = database
afterAll(() => database.close())

/** Rows of the seals 2 and 3; the first seal is empty. */
const ids: string[] = []
let head: AuditSeal | null = null

beforeAll(async () => {
  const staffId = await db.transaction().execute(someStaff)
  await aFirstSeal(db, { minutesAgo: 5 })
  for (const minutesAgo of [30, 20, 10]) ids.push(await anAuditRow(db, { minutesAgo, staffId }))
  await sealAll(db)
  for (let rows = 0; rows < 3; rows++) ids.push(await anAuditRow(db, { staffId }))
  await sealAll(db)
  head = await newestSeal(db)
})

const [first, second, newest] = [() => ids[0], () => ids[1], () => ids[5]]

/** Returns what a change of the stored audit shows, and rolls it back. */
async function after<T>(
  change: (t: Transaction) => Promise<unknown>,
  read: (t: Transaction) => Promise<T>,
): Promise<T> {
  const t = await db.startTransaction().execute()
  try {
    await unguardAudit(t)
    await sql`alter table audit drop constraint audit_id_tells_time`.execute(t)
    await change(t)
    return await read(t)
  } finally {
    await t.rollback().execute()
  }
}

/** Returns the ids that each check names. */
async function named(t: Transaction): Promise<Record<string, string[]>> {
  const { auditGaps } = await findViolations(t, sealChecks)
  return Object.fromEntries(auditGaps.map(({ kind, ids: found }) => [kind, found]))
}

async function outside(t: Transaction, anchor: AuditSeal | null = null): Promise<string[]> {
  return (await findSealFaults(t, { seal: testSeal, anchor })).map(({ kind, ids: [no] }) => `${kind} ${no}`)
}

const sealInside = async (t: Transaction) => sealNext(t, testSeal, await beginPass(t))

const unchanged = (t: Transaction) => sql`select 1`.execute(t)

it('finds no fault in what was sealed', async () => {
  expect(head).toMatchObject({ no: 3, n: 3, total: 6, isLate: false, lastId: newest() })
  expect(await after(unchanged, named)).toEqual({})
  expect(await after(unchanged, (t) => outside(t, head))).toEqual([])
})

describe('a sealed row', () => {
  const other = uuidv7(0)
  const changes: Record<string, string> = {
    id: `'${other}'`,
    at: `at + interval '1 microsecond'`,
    staff_id: 'null',
    mode: `'SANDBOX'`,
    before: `before || '{"a": 1}'`,
    after: 'null',
    ...Object.fromEntries(['session_id', 'merchant_id', 'maker_id', 'proposal_id'].map((name) => [name, `'${other}'`])),
    ...Object.fromEntries(
      ['action', 'record_type', 'record_id', 'reason', 'request_id', 'address', 'user_agent'].map((name) => [
        name,
        `overlay(${name} placing 'X' from 2)`,
      ]),
    ),
  }

  it('hashes every column of the audit', async () => {
    const { rows } = await sql<{ name: string }>`
      select attname as name from pg_attribute where attrelid = 'audit'::regclass and attnum > 0 and not attisdropped`.execute(
      db,
    )
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(changes).toSorted())
  })

  it.each(Object.keys(changes))('is named when its %s changes', async (column) => {
    const set = sql.raw(`update audit set ${column} = ${changes[column]} where id = '${second()}'`)
    const found = await after((t) => set.execute(t), named)
    expect(found).toMatchObject(
      column === 'id'
        ? { 'audit-row-removed': [second()], 'audit-row-late': [other] }
        : { 'audit-row-changed': [second()] },
    )
  })

  it.each(
    Object.keys(changes).filter((column) => !['id', 'at', 'action', 'record_type', 'record_id'].includes(column)),
  )('is named when its %s is removed', async (column) => {
    const set = sql.raw(`update audit set ${column} = null where id = '${second()}'`)
    expect(await after((t) => set.execute(t), named)).toEqual({ 'audit-row-changed': [second()] })
  })

  it('is named when any character of its JSON changes', async () => {
    const { before = '' } =
      (await sql<{ before: string }>`select before::text from audit where id = ${second()}`.execute(db)).rows[0] ?? {}
    let changed = 0
    await after(unchanged, async (t) => {
      for (let place = 0; place < before.length; place++) {
        for (const letter of ['7', 'z', ' ', '"']) {
          const text = before.slice(0, place) + letter + before.slice(place + 1)
          if (!isJson(text) || JSON.stringify(JSON.parse(text)) === JSON.stringify(JSON.parse(before))) continue
          await sql`update audit set before = ${text}::jsonb where id = ${second()}`.execute(t)
          expect(await named(t), text).toEqual({ 'audit-row-changed': [second()] })
          changed++
        }
      }
    })
    expect(changed).toBeGreaterThan(60)
  })

  it('is named when it is removed', async () => {
    const remove = (t: Transaction) => sql`delete from audit where id in (${first()}, ${newest()})`.execute(t)
    expect(await after(remove, named)).toEqual({ 'audit-row-removed': [first(), newest()] })
  })

  it('is named when the whole audit is removed', async () => {
    expect(await after((t) => sql`delete from audit`.execute(t), named)).toEqual({
      'audit-row-removed': ids.slice(0, 5),
    })
  })

  it('reveals its seal when its leaf is removed or changed with it', async () => {
    const remove = async (t: Transaction) => {
      await sql`delete from audit where id = ${second()}`.execute(t)
      await sql`delete from audit_sealed where audit_id = ${second()}`.execute(t)
    }
    expect(await after(remove, named)).toEqual({ 'audit-seal-altered': ['2'] })
    const replace = async (t: Transaction) => {
      await sql`update audit set reason = null where id = ${second()}`.execute(t)
      await sql`update audit_sealed set leaf = (select audit_leaf_1(audit) from audit where id = audit_id)`.execute(t)
    }
    expect(await after(replace, named)).toEqual({ 'audit-seal-altered': ['2'] })
  })

  it('has the same hash when computed from its texts', async () => {
    const { rows } = await sql<AuditRow & { leaf: string }>`
      select ${rowTexts}, encode(leaf, 'hex') as leaf from audit join audit_sealed on audit_id = id`.execute(db)
    expect(rows).toHaveLength(6)
    expect(rows.map((row) => leafOf(row))).toEqual(rows.map(({ leaf }) => leaf))
  })
})

describe('a row that was not sealed', () => {
  it('is no fault for an hour', async () => {
    expect(await after((t) => anAuditRow(t, { minutesAgo: 59 }), named)).toEqual({})
  })

  it('is named when it came more than an hour after its time', async () => {
    let late = ''
    const add = async (t: Transaction) => {
      late = await anAuditRow(t, { minutesAgo: 66 })
    }
    expect(await after(add, named)).toEqual({ 'audit-row-late': [late] })
    const pretend = async (t: Transaction) => {
      await add(t)
      await sql`
        insert into audit_sealed (audit_id, seal_no, place, leaf)
        select id, 3, 3, audit_leaf_1(audit) from audit where id = ${late}`.execute(t)
    }
    expect(await after(pretend, named)).toEqual({ 'audit-seal-altered': ['3'] })
  })

  it('is named when its id contains another time', async () => {
    let id = ''
    const backdate = async (t: Transaction) => {
      id = await anAuditRow(t)
      await sql`update audit set at = at - interval '1 day' where id = ${id}`.execute(t)
      await sealInside(t)
    }
    expect(await after(backdate, named)).toEqual({ 'audit-row-misdated': [id] })
  })
})

describe('a seal', () => {
  const changes: Record<string, string> = {
    no: '7',
    form: '2',
    at: `at + interval '1 microsecond'`,
    watermark: `watermark - interval '1 microsecond'`,
    is_late: 'not is_late',
    n: 'n + 1',
    total: 'total + 1',
    first_id: 'last_id',
    last_id: 'first_id',
    leaves_sha256: `sha256('')`,
    previous: `sha256('')`,
    hash: `sha256('')`,
  }

  it.each(Object.keys(changes))('is named when its %s changes', async (column) => {
    const set = sql.raw(`update audit_seal set ${column} = ${changes[column]} where no = 3`)
    const found = await after((t) => set.execute(t), named)
    if (column === 'no') expect(found).toMatchObject({ 'audit-seal-missing': ['3', '4', '5', '6'] })
    else expect(found).toEqual({ 'audit-seal-altered': ['3'] })
  })

  it('has all of its columns in the hash', async () => {
    const { rows } = await sql<{ name: string }>`
      select attname as name from pg_attribute where attrelid = 'audit_seal'::regclass and attnum > 0`.execute(db)
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(changes).toSorted())
  })

  it.each([1, 2, 3])('is named when number %i is removed', async (no) => {
    const remove = (t: Transaction) => sql`delete from audit_seal where no = ${no}`.execute(t)
    expect(await after(remove, named)).toMatchObject({ 'audit-seal-missing': [String(no)] })
  })

  it('is named when its rows change places', async () => {
    const swap = (t: Transaction) =>
      sql`update audit_sealed set place = -place where seal_no = 2 and place > 0`
        .execute(t)
        .then(() => sql`update audit_sealed set place = 3 + place where seal_no = 2 and place < 0`.execute(t))
    expect(await after(swap, named)).toEqual({ 'audit-seal-altered': ['2'] })
  })

  it('has the same hash in PostgreSQL and here', async () => {
    const { rows } = await sql<AuditSeal>`select ${sealFields} from audit_seal order by no`.execute(db)
    expect(rows.map((seal) => sealHash(seal))).toEqual(rows.map(({ hash }) => hash))
  })
})

/** Rewrites the rows of the newest seal and computes its hashes again, with a proof by this secret. */
const forge = (secret: string) => async (t: Transaction) => {
  await sql`update audit set reason = 'forged' where id = ${newest()}`.execute(t)
  await sql`update audit_sealed set leaf = (select audit_leaf_1(audit) from audit where id = audit_id) where seal_no = 3`.execute(
    t,
  )
  const leaves = await t.selectFrom('audit_sealed').select('leaf').where('seal_no', '=', 3).orderBy('place').execute()
  const hash = createHash('sha256')
  for (const { leaf } of leaves) hash.update(leaf)
  const seal = { ...(head ?? expect.fail()), leaves: hash.digest('hex') }
  const { key, proof } = makeSeal(secret).prove(sealHash(seal))
  const bytes = (hex: string) => Buffer.from(hex, 'hex')
  await t
    .updateTable('audit_seal')
    .set({ leaves_sha256: bytes(seal.leaves), hash: bytes(sealHash(seal)) })
    .where('no', '=', 3)
    .execute()
  await t
    .insertInto('audit_proof')
    .values({ seal_no: 3, key, proof: bytes(proof) })
    .execute()
}

describe('a chain that was computed again', () => {
  it('passes the checks of the database, but its proof does not match', async () => {
    const forged = forge('a secret that is not ours')
    expect(await after(forged, named)).toEqual({})
    expect(await after(forged, (t) => outside(t))).toEqual(['audit-proof-mismatch 3'])
  })

  it('is not continued by the worker', async () => {
    const forged = forge('a secret that is not ours')
    await expect(after(forged, sealInside)).rejects.toThrow('Audit seal 3 does not match its proof')
  })

  it('differs from an anchor', async () => {
    expect(await after(forge('a secret that is not ours'), (t) => outside(t, head))).toContain(
      'audit-anchor-mismatch 3',
    )
  })
})

describe('a seal in the chain that was computed again', () => {
  it('disagrees with the seal after it', async () => {
    const forged = async (t: Transaction) => {
      await sql`update audit_seal set is_late = not is_late where no = 2`.execute(t)
      const { rows } = await sql<AuditSeal>`select ${sealFields} from audit_seal where no = 2`.execute(t)
      const hash = sealHash(rows[0] ?? expect.fail())
      await t
        .updateTable('audit_seal')
        .set({ hash: Buffer.from(hash, 'hex') })
        .where('no', '=', 2)
        .execute()
    }
    expect(await after(forged, named)).toEqual({ 'audit-seal-altered': ['3'] })
  })
})

describe('an end that was cut off', () => {
  const cut = async (t: Transaction) => {
    await sql`delete from audit where id in (select audit_id from audit_sealed where seal_no = 3)`.execute(t)
    await sql`delete from audit_sealed where seal_no = 3`.execute(t)
    await sql`delete from audit_proof where seal_no = 3`.execute(t)
    await sql`delete from audit_seal where no = 3`.execute(t)
  }

  it('passes all checks but that of an anchor', async () => {
    expect(await after(cut, named)).toEqual({})
    expect(await after(cut, (t) => outside(t))).toEqual([])
    expect(await after(cut, (t) => outside(t, head))).toEqual(['audit-anchor-missing 3'])
  })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
