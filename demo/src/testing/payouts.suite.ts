import { describe, expect, it } from 'vitest'
import { count, now, rows, transactions } from './world.ts'

export function testPayouts(): void {
  describe('payouts', () => {
    it('creates batches in every status with items that match their payouts', async () => {
      const states = `(select distinct mode, status from bulk_batch) as state`
      expect(await count(states)).toBe(6)
      expect(await count(`bulk_batch where mode = 'PRODUCTION'`)).toBe(39)
      expect(await count(`bulk_batch where mode = 'SANDBOX'`)).toBe(7)
      const sent = `bulk_item i join bulk_batch b on b.id = i.batch_id left join transaction t on t.id = i.transaction_id
      and t.merchant_id = i.merchant_id and t.mode = b.mode and t.amount_kobo = i.amount_kobo and t.created_at > b.created_at`
      expect(await count(`${sent} where i.status in ('SUCCESS', 'FAILED')`)).toBeGreaterThan(transactions / 1000)
      const shown = `case when t.status in ('QUEUED', 'PENDING') then 'PENDING' else t.status end`
      expect(
        await count(
          `${sent} where i.status in ('PENDING', 'SUCCESS', 'FAILED') and ${shown} is distinct from i.status
            and coalesce(problem, '') not like 'Stopped: %'`,
        ),
      ).toBe(0)
      expect(await count(`${sent} where b.status = 'COMPLETED' and i.status in ('NEW', 'PENDING')`)).toBe(0)
      expect(
        await count(`bulk_batch b where invalid_items <> (select count(*) from bulk_item
      where batch_id = b.id and status = 'NOT_PROCESSED' and problem is not null)`),
      ).toBe(0)
    })

    it('creates a batch in each mode that an operator stopped, with items that were sent and items that were not', async () => {
      expect(
        await rows(`
          select bulk_batch.mode, bulk_batch.status, bool_or(item.status = 'FAILED' and problem = 'Stopped: ' || decision_reason) as stopped,
            bool_or(item_sent.id is not null) as sent, count(*) = total_items as is_complete
          from bulk_batch join bulk_item item on item.batch_id = bulk_batch.id
          left join transaction item_sent on item_sent.id = item.transaction_id
          where decided_by is not null group by bulk_batch.id order by 1`),
      ).toEqual(
        ['PRODUCTION', 'SANDBOX'].map((mode) => ({
          mode,
          status: 'COMPLETED',
          stopped: true,
          sent: true,
          is_complete: true,
        })),
      )
      expect(await count(`audit where action = 'payout-batch.stop'`)).toBe(2)
    })

    it('creates compensated payouts with an alert that succeeded after they had failed', async () => {
      expect(
        await count(`transaction where alert is not null and status = 'FAILED' and category = 'BANK_TRANSFER'`),
      ).toBe(4)
      const compensated = `transfer x join transaction t on t.id = transaction_id and alert is not null
      join entry e on e.transfer_id = x.id and e.amount_kobo = t.amount_kobo where kind = 'COMPENSATION'`
      expect(await count(compensated)).toBe(4)
    })

    it('creates scheduled payouts in every status, dispatched ones as payouts and some due soon', async () => {
      const scheduled = await rows(`
      select mode, status, count(*)::int as n, count(transaction_id)::int as linked from scheduled_payout
      group by 1, 2 order by 1, 2`)
      expect(scheduled).toEqual([
        { mode: 'PRODUCTION', status: 'CANCELLED', n: 40, linked: 0 },
        { mode: 'PRODUCTION', status: 'DISPATCHED', n: 240, linked: 240 },
        { mode: 'PRODUCTION', status: 'FAILED', n: 30, linked: 0 },
        { mode: 'PRODUCTION', status: 'NEW', n: 90, linked: 0 },
        { mode: 'SANDBOX', status: 'CANCELLED', n: 4, linked: 0 },
        { mode: 'SANDBOX', status: 'DISPATCHED', n: 22, linked: 22 },
        { mode: 'SANDBOX', status: 'FAILED', n: 4, linked: 0 },
        { mode: 'SANDBOX', status: 'NEW', n: 10, linked: 0 },
      ])
      const fitting = `scheduled_payout s join transaction t on t.id = s.transaction_id
      and (t.mode, t.merchant_id, t.amount_kobo, t.beneficiary_number) = (s.mode, s.merchant_id, s.amount_kobo, s.account_number)
      and t.created_at between s.due_at and s.due_at + interval '5 seconds' and s.created_at < s.due_at`
      expect(await count(fitting)).toBe(262)
      const soon = `scheduled_payout where status = 'NEW' and due_at between '${now.toISOString()}'
      and '${now.toISOString()}'::timestamptz +`
      expect(await count(`${soon} interval '1 hour'`)).toBeGreaterThanOrEqual(10)
      expect(await count(`${soon} interval '31 days'`)).toBe(100)
      expect(await count(`scheduled_payout where created_at > '${now.toISOString()}' or created_at >= due_at`)).toBe(0)
      expect(await count(`scheduled_payout where status = 'FAILED' and reason is null`)).toBe(0)
      const payable = `scheduled_payout s join account a on a.merchant_id = s.merchant_id and a.kind = 'MERCHANT'
      and available_kobo > 10 * amount_kobo where s.status = 'NEW'`
      expect(await count(payable)).toBe(100)
    })

    it('creates scheduled and recurring payouts that an operator stopped', async () => {
      for (const [table, n] of [
        ['scheduled_payout', 2],
        ['recurring_payout', 2],
      ] as const) {
        expect(await count(`${table} where decided_by is not null`), table).toBe(n)
      }
    })

    it('creates recurring payouts of every interval and status, with runs that are payouts', async () => {
      const perState = await rows<{ interval: string; status: string; n: number }>(`
      select interval, status, count(*)::int as n from recurring_payout where mode = 'PRODUCTION' group by 1, 2`)
      expect(perState).toHaveLength(20)
      expect(perState.reduce((sum, { n }) => sum + n, 0)).toBe(200)
      const today = `('${now.toISOString()}'::timestamptz at time zone 'Africa/Lagos')::date`
      expect(await count(`recurring_payout where status = 'ACTIVE' and next_day <= ${today}`)).toBe(0)
      expect(await count(`recurring_payout where status in ('ACTIVE', 'INACTIVE') and next_day is null`)).toBe(0)
      const running = `recurring_payout where status = 'ACTIVE' and mode = 'PRODUCTION' and next_run = 1`
      expect(await count(running)).toBeGreaterThan(30)
      const runs = await count(`recurring_run where transaction_id is not null`)
      expect(runs).toBe(await count(`recurring_payout where next_run = 1`))
      const fitting = `recurring_run r join recurring_payout p on p.id = r.recurring_id and r.day = p.start_day
      join transaction t on t.id = r.transaction_id
        and (t.mode, t.merchant_id, t.amount_kobo, t.beneficiary_number) = (p.mode, p.merchant_id, p.amount_kobo, p.account_number)
        and (t.created_at at time zone 'Africa/Lagos')::date = r.day and p.created_at < t.created_at`
      expect(await count(fitting)).toBe(runs)
      expect(await count(`recurring_run where (problem is null) = (transaction_id is null)`)).toBe(0)
      const twice = `(select id from (select transaction_id as id from scheduled_payout
      union all select transaction_id from recurring_run union all select transaction_id from bulk_item) as linked
      where id is not null group by 1 having count(*) > 1) as twice`
      expect(await count(twice)).toBe(0)
    })
  })
}
