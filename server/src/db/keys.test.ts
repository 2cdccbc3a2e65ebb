import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serverRoot } from '../server-folder.ts'
import { aDatabase, type TestDatabase } from '../testing/database.ts'

/** Tables that may reach billions of rows and be partitioned by month through their ids. */
const large = ['transaction', 'payout_log', 'activity', 'webhook_event', 'webhook_attempt', 'entry']
/** Tables with a merchant id, by which alone one merchant's rows can be found and could be moved elsewhere. */
const ofMerchants = [
  ...large,
  'transfer',
  'hold',
  'count_delta',
  'count_month',
  'bulk_batch',
  'bulk_item',
  'reference_key',
]

let database: TestDatabase

beforeAll(async () => {
  database = await aDatabase()
})

afterAll(() => database.close())

async function rows(query: ReturnType<typeof sql<{ found: string }>>): Promise<string[]> {
  return (await query.execute(database.db)).rows.map(({ found }) => found).toSorted()
}

describe('large tables', () => {
  it('references no large table by a foreign key', async () => {
    const found = await rows(sql`
      select conrelid::regclass || '.' || conname as found from pg_constraint
      where contype = 'f' and confrelid = any(${large}::regclass[])`)
    expect(found).toEqual(['webhook_attempt.webhook_attempt_event_id_fkey'])
  })

  it('allows no unique index without the id on large tables except the existing ones', async () => {
    const found = await rows(sql`
      select indexrelid::regclass::text as found from pg_index
      where indisunique and indrelid = any(${large}::regclass[]) and not exists (
        select from pg_attribute
        where attrelid = indrelid and attname = 'id' and attnum = any(indkey[0:indnkeyatts - 1]))`)
    expect(found).toEqual(['entry_key', 'webhook_attempt_event_id_number_key'])
  })

  it('requires merchant_id in large tables of merchants', async () => {
    const found = await rows(sql`
      select attrelid::regclass::text as found from pg_attribute
      where attrelid = any(${ofMerchants}::regclass[]) and attname = 'merchant_id'`)
    expect(found).toEqual(ofMerchants.toSorted())
  })

  it.each([
    ['transaction', 'created_at'],
    ['payout_log', 'created_at'],
    ['activity', 'created_at'],
    ['webhook_event', 'created_at'],
    ['webhook_attempt', 'at'],
    ['transfer', 'at'],
    ['hold', 'created_at'],
    ['audit', 'at'],
    ['merchant', 'created_at'],
    ['wallet', 'created_at'],
    ['merchant_upgrade', 'created_at'],
    ['wallet_upgrade', 'created_at'],
    ['statement', 'created_at'],
    ['bulk_batch', 'created_at'],
    ['scheduled_payout', 'created_at'],
    ['recurring_payout', 'created_at'],
  ])('enforces ids that contain the creation time in %s', async (table, column) => {
    const found = await rows(sql`
      select pg_get_constraintdef(oid) as found from pg_constraint
      where conrelid = ${table}::regclass and conname = ${`${table}_id_tells_time`} and convalidated`)
    expect(found).toEqual([`CHECK ((${column} = uuid_time(id)))`])
  })

  it('extracts the creation time of an id to the millisecond', async () => {
    const found = await rows(sql`
      select (uuid_time('019aa2c5-5d7f-7000-8000-000000000000') at time zone 'UTC')::text as found`)
    expect(found).toEqual([new Date(0x019aa2c55d7f).toISOString().replace('T', ' ').replace('Z', '')])
  })
})

it('allows no volatile column defaults', async () => {
  const found = await rows(sql`
    select adrelid::regclass || '.' || attname || ' ' || pg_get_expr(adbin, adrelid) as found
    from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
    join pg_class on pg_class.oid = adrelid
    where relnamespace = 'public'::regnamespace and pg_get_expr(adbin, adrelid) ~ '\\(' and relname <> 'migration'`)
  expect(found).toEqual([])
})

describe('statements without session state', () => {
  // Each of these uses its own connection while it works.
  const exempt = ['db/migrate.ts', 'db/long-transaction.ts']
  const files = readdirSync(join(serverRoot(), 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.includes('.test.') && !exempt.includes(file),
  )

  it.each([
    ['uses LISTEN', /\b(un)?listen "?\w+"?[`';]/i],
    ['sets a session parameter', /[`'"]\s*set (?!local|transaction)(session )?\w+(\.\w+)? (=|to) /i],
    ['takes a session-level advisory lock', /pg_(try_)?advisory_lock|pg_advisory_unlock/i],
    ['creates a temporary table that outlives its transaction', /create temp(orary)? table(?![^;`]*on commit drop)/i],
  ])('finds no code that %s', (_, pattern) => {
    const found = files.filter((file) => pattern.test(readFileSync(join(serverRoot(), 'src', file), 'utf8')))
    expect(found).toEqual([])
  })
})
