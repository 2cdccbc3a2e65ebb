import { everyMerchant } from '@kobo/server/ledger/counters/scopes'
import { foldAll } from '@kobo/server/ledger/fold'
import { allChecks, verifyLedger } from '@kobo/server/ledger/verify'
import { describe, expect, it } from 'vitest'
import { count, now, rows, transactions, world } from './world.ts'

export function testLedger(): void {
  describe('ledger', () => {
    it('passes every ledger check', async () => {
      const { lost, ...others } = await verifyLedger(world().database.db, allChecks)
      // The check of a batch's age uses the database's clock, while this history ends on a fixed day.
      expect({ ...others, lost: lost.filter(({ kind }) => kind !== 'batch-stuck') }).toEqual({
        lost: [],
        duplicated: [],
        imbalance: [],
        auditGaps: [],
      })
      const age = `'${now.toISOString()}'::timestamptz - created_at`
      expect(
        await count(`bulk_batch where status = 'UPLOADING' or status = 'UPLOADED' and ${age} > interval '5 days'`),
      ).toBe(0)
    })

    it('never lets an account balance fall below zero', async () => {
      const [lowest] = await rows<{ kobo: bigint }>(`
      select min(balance)::bigint as kobo from (
        select sum(amount_kobo) over (partition by account_id order by at, transfer_id) as balance
        from entry join account on account.id = account_id) as running`)
      expect(lowest?.kobo).toBeGreaterThanOrEqual(0n)
      expect(await count(`account where booked_kobo > 0`)).toBeGreaterThan(Math.min(transactions / 10, 8000))
    })

    it('keeps transaction counters equal to the transactions', async () => {
      await foldAll(world().database.db)
      const ofTransactions = `scope in ('MERCHANT', 'WALLET', 'CHILD', 'SUBACCOUNT', 'STORE', 'TERMINAL')`
      const wrong = `(
      select mode, scope, type, category, day, n, n_success, success_kobo from count_day where ${ofTransactions}
      except
      select mode, scope, coalesce(type, '*'), coalesce(category, '*'), (created_at at time zone 'Africa/Lagos')::date,
        count(*), count(*) filter (where status = 'SUCCESS'),
        coalesce(sum(amount_kobo) filter (where status = 'SUCCESS'), 0)
      from transaction group by mode, scope, 5, cube (type, category)) as wrong`
      expect(await count(wrong)).toBe(0)
      const [sum] = await rows<{ days: bigint; months: bigint; whole: bigint }>(`
      select (select sum(n)::bigint from count_day where type = '*' and category = '*' and ${ofTransactions}) as days,
        (select sum(n)::bigint from count_month where type = '*' and category = '*' and ${ofTransactions} and merchant_id <> '${everyMerchant}') as months,
        (select sum(n)::bigint from count_month where type = '*' and category = '*' and ${ofTransactions} and merchant_id = '${everyMerchant}') as whole`)
      const both = BigInt(1.06 * transactions)
      expect(sum).toEqual({ days: both, months: both, whole: both })
    })
  })
}
