import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addRefunds } from '../refunds.ts'
import { count, now, rows, sizes, world } from './world.ts'

export function testCollections(): void {
  describe('checkouts, refunds and disputes', () => {
    it('creates checkouts and payment links in every status, some with declined payments', async () => {
      const state = (condition: string) =>
        `case when paid_at is not null then 'PAID' when closed_at is not null then 'CLOSED' ${condition} end`
      const accounts = `join virtual_account v on v.id = virtual_account_id`
      const withoutLink = `not exists (select from payment_link where checkout_id = c.id)`
      const expired = `when v.expires_at <= '${now.toISOString()}' then 'EXPIRED' else 'OPEN'`
      const checkouts = await rows(`
      select c.mode, ${state(expired)} as state, count(*)::int as n from checkout c ${accounts}
      where ${withoutLink} group by 1, 2 order by 1, 2`)
      expect(checkouts).toEqual(
        (['PRODUCTION', 'SANDBOX'] as const).flatMap((mode) => {
          const { asked, cardPayments: cards } = sizes[mode]
          return [
            { mode, state: 'CLOSED', n: asked.checkouts.closed },
            { mode, state: 'EXPIRED', n: asked.checkouts.expired + cards.declined + cards.givenUp },
            { mode, state: 'OPEN', n: asked.checkouts.open },
            { mode, state: 'PAID', n: asked.checkouts.paid + cards.taken },
          ]
        }),
      )
      const links = await rows(`
      select l.mode, ${state("else 'OPEN'")} as state, count(*)::int as n, count(inactive_at)::int as inactive,
        count(expires_at)::int as expiring
      from payment_link l join checkout c on c.id = l.checkout_id ${accounts} group by 1, 2 order by 1, 2`)
      expect(links).toEqual([
        { mode: 'PRODUCTION', state: 'CLOSED', n: 5, inactive: 5, expiring: 0 },
        { mode: 'PRODUCTION', state: 'OPEN', n: 24, inactive: 0, expiring: 0 },
        { mode: 'PRODUCTION', state: 'PAID', n: 24, inactive: 24, expiring: 0 },
        { mode: 'SANDBOX', state: 'CLOSED', n: 2, inactive: 2, expiring: 0 },
        { mode: 'SANDBOX', state: 'OPEN', n: 3, inactive: 0, expiring: 0 },
        { mode: 'SANDBOX', state: 'PAID', n: 8, inactive: 8, expiring: 0 },
      ])
      const declined = `checkout c ${accounts} join transaction t on t.beneficiary_number = v.account_number and t.status = 'DECLINED'`
      expect(await count(`${declined} where t.created_at >= c.created_at`)).toBeGreaterThan(4)
      expect(await count(`${declined} join payment_link l on l.checkout_id = c.id`)).toBeGreaterThan(0)
      expect(await count(`${declined} where t.alert like '%is closed' and t.created_at < v.closed_at`)).toBe(0)
    })

    it('enables refunds for more merchants if the collections of those that have them are too few', async () => {
      const { db } = world().database
      const rollback = new Error('Rolled back')
      const added = db.transaction().execute(async (t) => {
        await sql`update merchant set is_refund_enabled = false where mode = 'SANDBOX'`.execute(t)
        const staff = await t.selectFrom('staff').select('id').where('role', '=', 'ADMIN').executeTakeFirstOrThrow()
        const past = { mode: 'SANDBOX' as const, now, since: now, seed: 'others', staffIds: [staff.id] }
        expect(await addRefunds(t, past, { processed: 1, failed: 1, processing: 1, pending: 0 })).toBe(3)
        throw rollback
      })
      await expect(added).rejects.toBe(rollback)
    })

    it('REFUND-02 creates refunds in every status, only for merchants that may refund, in both modes', async () => {
      const states = await rows(`
      select refund.mode, count(distinct transaction.status)::int as n from refund
      join transaction on transaction.id = refund_transaction_id
      join merchant on merchant.id = refund.merchant_id and is_refund_enabled
      where dispute_id is null group by 1 order by 1`)
      expect(states).toEqual([
        { mode: 'PRODUCTION', n: 4 },
        { mode: 'SANDBOX', n: 4 },
      ])
      const ordered = [sizes.PRODUCTION.refunds, sizes.SANDBOX.refunds]
        .map(({ processed, failed, processing, pending }) => processed + failed + processing + pending)
        .reduce((sum, n) => sum + n)
      expect(await count('refund where dispute_id is null and staff_id is not null')).toBe(ordered)
      expect(await count('refund where dispute_id is not null and staff_id is null')).toBe(0)
      expect(await count(`refund where created_at > '${now.toISOString()}'`)).toBe(0)
    })

    it('STATE-12 creates disputes in every status, some overdue, partly held or with attachments', async () => {
      const states = await rows(
        `select mode, count(distinct status)::int as n, count(distinct category)::int as categories from dispute group by 1 order by 1`,
      )
      expect(states).toEqual([
        { mode: 'PRODUCTION', n: 7, categories: 4 },
        { mode: 'SANDBOX', n: expect.any(Number), categories: expect.any(Number) },
      ])
      for (const mode of ['PRODUCTION', 'SANDBOX']) {
        const some = async (condition: string) =>
          expect(await count(`dispute where mode = '${mode}' and ${condition}`)).toBeGreaterThan(0)
        for (const status of [
          'NEW',
          'IN_PROGRESS',
          'AWAITING_FEEDBACK',
          'FEEDBACK_PROVIDED',
          'RESOLVED',
          'REJECTED',
          'CLOSED',
        ]) {
          await some(`status = '${status}'`)
        }
        const open = `status not in ('RESOLVED', 'REJECTED', 'CLOSED')`
        await some(`${open} and due_at < '${now.toISOString()}'`)
        await some(`${open} and due_at > '${now.toISOString()}'`)
        await some(`alert like 'The refund failed%'`)
        await some(
          `exists (select from hold where dispute_id = dispute.id and status = 'HELD' and amount_kobo < wanted_kobo)`,
        )
        await some(`exists (select from dispute_attachment where dispute_id = dispute.id)`)
        await some(`exists (select from dispute_message where dispute_id = dispute.id and sender_role = 'MERCHANT')`)
      }
      expect(await count(`dispute where conversation = 'DISABLED'`)).toBeGreaterThan(0)
      for (const table of ['dispute', 'dispute_message', 'dispute_activity'] as const) {
        expect(await count(`${table} where created_at > '${now.toISOString()}'`), table).toBe(0)
      }
    })
  })
}
