import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { aDatabase } from '@kobo/server/testing/database'
import { aWallet, aWalletAccount } from '@kobo/server/testing/factories'
import { aFundedMerchant } from '@kobo/server/testing/payouts'
import { addChildAccounts } from './child-accounts.ts'

const database = await aDatabase()
const { db } = database
afterAll(() => database.close())

const now = new Date()
const dayMs = 86_400_000

it.each(['one', 'two', 'three'])(
  "generates child accounts of world %s with payouts in every state within their holders' limits",
  async (seed) => {
    const mode = seed === 'one' ? 'SANDBOX' : 'PRODUCTION'
    for (let nth = 0; nth < 10; nth++) {
      const merchant = await aFundedMerchant(db, 1000n, mode)
      const identified = { bvn: '22012345678', ...(nth === 0 ? { tier: 3, nin: '12345678901' } : { tier: 1 }) }
      await aWalletAccount(db, await aWallet(db, { ...merchant, mode }, identified))
    }
    await sql`update account set created_at = ${new Date(now.getTime() - 60 * dayMs).toISOString()}`.execute(db)
    const since = new Date(now.getTime() - 20 * dayMs)
    const counts = { merchants: 8, wallets: 6, open: 4 }
    await db.transaction().execute((t) => addChildAccounts(t, { mode, now, since, seed, staffIds: [] }, counts))
    const { rows } = await sql`
      select count(distinct status)::int as n from transaction where category = 'BANK_TRANSFER' and mode = ${mode}`.execute(
      db,
    )
    expect(rows).toEqual([{ n: 4 }])
    // Only one customer must have paid out from each account; accounts of the worlds before are older.
    const paidOut = await sql<{ paid: boolean }>`
      select bool_and(exists (
        select from transaction where account_id = account.id and category = 'BANK_TRANSFER' and status = 'SUCCESS')) as paid
      from account join wallet on wallet.id = wallet_id
      where kind = 'CHILD' and account.mode = ${mode} and tier = 3
        and account.created_at > ${new Date(now.getTime() - 59 * dayMs).toISOString()}
      group by wallet_id`.execute(db)
    expect(paidOut.rows).toContainEqual({ paid: true })
    const beyond = await sql`
      select from account join wallet on wallet.id = wallet_id join tier_limit using (tier)
      left join wallet_day on account_id = account.id
      where kind = 'WALLET' and (debited_kobo > daily_debit_kobo / 2
        or balance_kobo / 2 < (select sum(booked_kobo) from account held where held.wallet_id = wallet.id))`.execute(db)
    expect(beyond.rows).toEqual([])
  },
)
