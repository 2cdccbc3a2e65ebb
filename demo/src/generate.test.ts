import type { Mode } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allChecks, verifyLedger } from '@kobo/server/ledger/verify'
import { transact } from '@kobo/server/db/transact'
import { aDatabase, type TestDatabase } from '@kobo/server/testing/database'
import { aPastFreeze } from '@kobo/server/testing/freezes'
import { aSubaccount } from '@kobo/server/testing/subaccounts'
import type { Progress } from '@kobo/server/demo'
import { generate } from './generate.ts'
import { everyRow } from '@kobo/server/testing/every-call'
import { runRepairs } from '@kobo/server/testing/run-inline'
import { testSeal } from '@kobo/server/testing/factories'

const now = new Date('2026-11-20T01:17:00.000Z')

let database: TestDatabase
const progress: Progress[] = []

beforeAll(async () => {
  database = await aDatabase()
  const onProgress = (step: Progress) => progress.push(step)
  await generate({ database, seal: testSeal, now, transactions: 12_001, months: 24, seed: 'one', onProgress })
}, 300_000)

afterAll(() => database.close())

async function rows<T>(query: string, source = database): Promise<T[]> {
  return (await sql.raw<T>(query).execute(source.db)).rows
}

async function count(from: string): Promise<number> {
  return (await rows<{ n: number }>(`select count(*)::int as n from ${from}`))[0]?.n ?? -1
}

/** Lowest balance that any customer account ever had. */
const lowest = `select min(balance)::bigint as kobo from (
  select sum(amount_kobo) over (partition by account_id order by at, transfer_id) as balance
  from entry join account on account.id = account_id) as running`

/** Definitions of everything that a bulk load drops or disables temporarily. */
const definitions = `
  select indexdef as definition from pg_indexes where schemaname = 'public'
  union all select conrelid::regclass || ' ' || conname || ' ' || convalidated::text || ' ' || pg_get_constraintdef(oid)
  from pg_constraint where connamespace = 'public'::regnamespace
  union all select pg_get_triggerdef(oid) || ' ' || tgenabled::text from pg_trigger where not tgisinternal order by 1`

/** Sealed numbers differ each time; their hashes do not. */
const prints = ['merchant', 'account', 'transaction', 'transfer', 'count_month'].map(
  (table) => `(select md5(string_agg(md5(line), '' order by line)) from (
    select (to_jsonb(t) - '{sealed_bvn,sealed_nin,sealed_identity_number}'::text[])::text as line from ${table} as t
  ) as lines) as ${table}`,
)

describe('generate', () => {
  it('generates the requested number of transactions with merchants and wallets of its own', async () => {
    expect(await count('transaction')).toBe(12_001)
    expect(await count('merchant')).toBe(2500)
    expect(await count('wallet')).toBe(12_000)
    expect(await count(`transaction where mode <> 'PRODUCTION' or created_at > '${now.toISOString()}'`)).toBe(0)
    expect(
      await count(`transaction where created_at > '${now.toISOString()}'::timestamptz - interval '1 hour'`),
    ).toBeGreaterThan(50)
    expect(progress.at(-1)?.done).toBe(12_001)
  })

  it('leaves no backfill to do and records that', async () => {
    const { repair: _none, ...noted } = await everyRow(database.db)
    expect(await runRepairs(database.db)).toEqual([])
    const { repair: _scans, ...still } = await everyRow(database.db)
    expect(still).toEqual(noted)
    const { catch_up: _noted, ...before } = noted
    await database.db.deleteFrom('catch_up').where('name', '<>', 'virtual accounts counted').execute()
    await runRepairs(database.db)
    const { catch_up: _anew, repair: _others, ...after } = await everyRow(database.db)
    expect(after).toEqual(before)
  })

  it('creates no operator who can sign in and no documents', async () => {
    expect(await count(`staff where password_hash is not null or status = 'ACTIVE'`)).toBe(0)
    expect(await count('file')).toBe(0)
    expect(await count('merchant where num_nonnulls(logo_file_id, identity_file_id, consent_file_id) > 0')).toBe(0)
  })

  it('keeps the ledger balanced', async () => {
    expect(await verifyLedger(database.db, allChecks)).toEqual({
      lost: [],
      duplicated: [],
      imbalance: [],
      auditGaps: [],
    })
    expect((await rows<{ kobo: bigint }>(lowest))[0]?.kobo).toBeGreaterThanOrEqual(0n)
  })

  it('FIND-09 records the counterparty of each transaction', async () => {
    const unknown = `transaction as t where other_end(type, originator_name, beneficiary_name) is not null
      and not exists (select from counterparty as one where one.mode = t.mode
        and one.name = other_end(type, originator_name, beneficiary_name) and one.key = counterparty_key(
          type, originator_number, beneficiary_number, originator_name, beneficiary_name))`
    expect(await count('counterparty')).toBeGreaterThan(1000)
    expect(await count(unknown)).toBe(0)
  })

  it('leaves every index, constraint and trigger as the migrations created it', async () => {
    const untouched = await aDatabase()
    try {
      expect(await rows(definitions)).toEqual(await rows(definitions, untouched))
    } finally {
      await untouched.close()
    }
    const [entry] = await rows<{ transfer_id: string; account_id: string }>('select * from entry limit 1')
    const unbalanced = sql`
      insert into entry (transfer_id, position, account_id, merchant_id, at, amount_kobo)
      values (${entry?.transfer_id}, 99, ${entry?.account_id}, ${entry?.account_id}, now(), 1)`
    await expect(unbalanced.execute(database.db)).rejects.toThrow('are written with it, never later')
    const orphan = sql`
      insert into entry (transfer_id, position, account_id, merchant_id, at, amount_kobo)
      values (${entry?.account_id}, 0, ${entry?.account_id}, ${entry?.account_id}, now(), 1)`
    await expect(orphan.execute(database.db)).rejects.toThrow('entry_transfer')
  })

  it('generates the same rows from the same seed and time', async () => {
    const again = await aDatabase()
    try {
      await generate({ database: again, seal: testSeal, now, transactions: 12_001, months: 24, seed: 'one' })
      const print = `select ${prints.join(', ')}`
      expect(await rows(print, again)).toEqual(await rows(print))
    } finally {
      await again.close()
    }
  }, 120_000)

  it('adds to existing data and keeps the ledger balanced', async () => {
    const statics = `virtual_account where kind = 'STATIC'`
    const before = await count(statics)
    await generate({ database, seal: testSeal, now, transactions: 8000, months: 6, seed: 'two' })
    expect(await count('transaction')).toBe(20_001)
    expect(await count('merchant')).toBe(2500)
    expect(await count(statics)).toBe(before)
    expect(await verifyLedger(database.db, allChecks)).toEqual({
      lost: [],
      duplicated: [],
      imbalance: [],
      auditGaps: [],
    })
    expect((await rows<{ kobo: bigint }>(lowest))[0]?.kobo).toBeGreaterThanOrEqual(0n)
  }, 120_000)

  it('leaves no trace when it is interrupted', async () => {
    const before = await rows(`select ${prints.join(', ')}`)
    const indexes = await count("pg_indexes where tablename = 'transaction'")
    const cutOff = generate({
      seal: testSeal,
      database,
      now,
      transactions: 3e4,
      months: 24,
      seed: 'three',
      onProgress: ({ what }) => {
        if (what === 'the check') throw new Error('the power went')
      },
    })
    await expect(cutOff).rejects.toThrow('the power went')
    expect(await rows(`select ${prints.join(', ')}`)).toEqual(before)
    expect(await count("pg_indexes where tablename = 'transaction'")).toBe(indexes)
  }, 120_000)
  it('adds nothing to merchants that were frozen and no collections to accounts with a split', async () => {
    const [busiest] = await rows<{ id: string; mode: Mode; merchantId: string }>(`
      select account.id, account.mode, account.merchant_id as "merchantId" from transaction
      join account on account.merchant_id = transaction.merchant_id and account.kind = 'MERCHANT'
      group by 1, 2, 3 order by count(*) desc limit 1`)
    if (!busiest) throw new Error('There must be merchants')
    await transact(database.db, async (t) => {
      const freeze = { scopes: ['MONEY_OUT' as const], from: '2026-03-04T09:00:00Z', until: '2026-03-04T10:00:00Z' }
      await aPastFreeze(t, { ...busiest, walletId: null, kind: 'MERCHANT' }, freeze)
      const subaccountId = await aSubaccount(t, { id: busiest.merchantId, mode: busiest.mode })
      await sql`
        insert into split_part (virtual_account_id, position, merchant_id, subaccount_id, split_type, split_value)
        select id, 1, merchant_id, ${subaccountId}, 'PERCENTAGE', 1000 from virtual_account
        where kind = 'STATIC' and wallet_id is null`.execute(t)
    })
    const counts = [
      `transaction where merchant_id = '${busiest.merchantId}'`,
      `transaction where type = 'CREDIT' and beneficiary_number in (
        select account_number from virtual_account join split_part on virtual_account_id = id)`,
    ]
    const before = await Promise.all(counts.map(count))
    expect(Math.min(...before)).toBeGreaterThan(0)
    await generate({ database, seal: testSeal, now, transactions: 8000, months: 24, seed: 'four' })
    expect(await Promise.all(counts.map(count))).toEqual(before)
  }, 120_000)
})
