import { ledger } from '@kobo/contract/ledger'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lagosDay } from '@kobo/contract/kit/day'
import type { Transaction } from '../../db/database.ts'
import type { ReadContext } from '../../http/handler.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { aMerchant, aWallet } from '../../testing/factories.ts'
import { rowsLookedUp, rowsRead } from '../../testing/reads.ts'
import { positionLists } from './positions.ts'

const accounts = 3000

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  const wallet = await aWallet(app.db, await aMerchant(app.db))
  await sql`
    with more as (
      insert into wallet select (jsonb_populate_record(wallet, jsonb_build_object(
        'id', left(id::text, 15) || substr(gen_random_uuid()::text, 16), 'status', case when nth % 10 = 0 then 'INACTIVE' else 'ACTIVE' end))).*
      from wallet, generate_series(1, ${accounts}::int) as nth where id = ${wallet.id} returning *
    )
    insert into account (id, mode, created_at, kind, merchant_id, wallet_id, account_number, account_name, bank_code, bank_name)
    select gen_random_uuid(), mode, created_at - interval '2 days', 'WALLET', merchant_id, id,
      (1000000000 + row_number() over ())::text, account_name, '000', 'Kobo'
    from more
  `.execute(app.db)
  await sql`analyze wallet, account, merchant`.execute(app.db)
})
afterAll(() => app.close())

/** Returns how many wallet positions match. */
async function listed(filter: object, db: Transaction): Promise<number> {
  const context = {
    ...app.services,
    db,
    now: app.clock.now(),
    caller: { address: '127.0.0.1', device: null, agent: null },
    staff: {
      id: '',
      firstName: '',
      lastName: '',
      email: '',
      role: { id: 'ADMIN', name: '', version: 1 },
      rights: new Map(),
      accessUntil: null,
    },
    requestId: '',
    sessionId: '',
    mode: 'PRODUCTION',
  } satisfies ReadContext
  return (await positionLists.wallets(ledger.wallets.query.parse({ size: 1, ...filter }), context)).totalRecords
}

it.each([
  { status: 'ACTIVE', share: 0.9 },
  { status: 'INACTIVE', share: 0.1 },
])('LEDGER-04 counts accounts by status without looking up every row: $status', async ({ status, share }) => {
  const read = await rowsLookedUp(app.db, async (db) => {
    expect(await listed({ status }, db)).toBe(accounts * share)
  })
  expect(Math.max(...read.values())).toBeLessThan(accounts / 10)
})

it('LEDGER-04 counts the accounts of a past day without reading their wallets and merchants', async () => {
  const date = lagosDay(new Date(app.clock.now().getTime() - 86_400_000))
  const read = await rowsRead(app.db, async (db) => {
    expect(await listed({ date }, db)).toBe(accounts)
  })
  expect(read.get('account')).toBeGreaterThanOrEqual(accounts)
  expect(read.get('wallet') ?? 0).toBeLessThan(accounts / 10)
})
