import { isNuban } from '@kobo/server/ledger/nuban'
import { byDepth } from '@kobo/server/testing/property-runs'
import { describe, expect, it } from 'vitest'
import { count, now, rows, transactions } from './world.ts'

export function testTransactions(): void {
  describe('transactions', () => {
    it('creates transactions and static and dynamic virtual accounts in both modes', async () => {
      expect(await rows(`select mode, count(*)::int as n from transaction group by 1 order by 1`)).toEqual([
        { mode: 'PRODUCTION', n: transactions },
        { mode: 'SANDBOX', n: 0.06 * transactions },
      ])
      const kinds = await rows<{ mode: string; kind: string; n: number }>(
        `select mode, kind, count(*)::int as n from virtual_account group by 1, 2 order by 1, 2`,
      )
      expect(kinds.map(({ mode, kind, n }) => `${mode} ${kind} ${n > (mode === 'SANDBOX' ? 120 : 1500)}`)).toEqual([
        'PRODUCTION STATIC true',
        'PRODUCTION VIRTUAL true',
        'SANDBOX STATIC true',
        'SANDBOX VIRTUAL true',
      ])
      const unused = await count(`virtual_account where kind = 'VIRTUAL' and used_at is null`)
      expect(unused).toBeGreaterThan(100)
      expect(unused).toBeLessThan(200)
    })

    it('creates active and inactive child accounts of merchants and customers, with transactions', async () => {
      const kinds = await rows(`
      select mode, wallet_id is not null as is_customers, inactive_since is null as is_active, count(*)::int > 0 as some
      from account where kind = 'CHILD' group by 1, 2, 3 order by 1, 2, 3`)
      expect(kinds).toEqual(
        ['PRODUCTION', 'SANDBOX'].flatMap((mode) =>
          [false, true].flatMap((is_customers) =>
            [false, true].map((is_active) => ({ mode, is_customers, is_active, some: true })),
          ),
        ),
      )
      const { accounts, payments } = byDepth({
        sample: { accounts: 15, payments: 80 },
        full: { accounts: 60, payments: 400 },
      })
      expect(await count(`account where kind = 'CHILD' and mode = 'PRODUCTION'`)).toBeGreaterThan(accounts)
      expect(await count(`transaction where scope = 'CHILD' and mode = 'PRODUCTION'`)).toBeGreaterThan(payments)
      const early = `transaction t join account a on a.id = t.account_id where t.scope = 'CHILD' and t.created_at <`
      expect(await count(`${early} a.created_at`)).toBe(0)
      expect(await count(`account where inactive_since > '${now.toISOString()}'`)).toBe(0)
      // Payers may still get refunds from an inactive account.
      const ordered = `type = 'DEBIT' and category <> 'REFUND'`
      const paid = `transaction t join account a on a.id = t.account_id where ${ordered} and t.created_at > inactive_since`
      expect(await count(paid)).toBe(0)
      const unlike = `transaction c join transaction p on c.reference = p.reference || '/FEE' and c.mode = p.mode`
      expect(await count(`${unlike} where c.status <> p.status or c.created_at <> p.created_at`)).toBe(0)
    })

    it('covers every scope, type and category of the filters and every payout status in both modes', async () => {
      const combinations = await rows<{ mode: string; n: number }>(`
      select mode, count(distinct (scope, type, category))::int as n from transaction group by 1 order by 1`)
      expect(combinations).toEqual([
        { mode: 'PRODUCTION', n: 31 },
        { mode: 'SANDBOX', n: byDepth({ sample: 30, full: 31 }) },
      ])
      const statuses = await rows(`
      select mode, scope, count(distinct status)::int as n from transaction
      where category = 'BANK_TRANSFER' group by 1, 2 order by 1, 2`)
      expect(statuses).toEqual(
        ['PRODUCTION', 'SANDBOX'].flatMap((mode) =>
          ['CHILD', 'MERCHANT', 'STORE', 'WALLET'].map((scope) => ({ mode, scope, n: 4 })),
        ),
      )
      const open = `transaction where status in ('QUEUED', 'PENDING') and card_id is null`
      expect(
        await count(
          `${open} and category not in ('BANK_TRANSFER', 'REFUND', 'SETTLEMENT', 'BILL_PAYMENT', 'DEBIT_CHILD_ACCOUNT_CHARGES')`,
        ),
      ).toBe(0)
      const [share] = await rows<{ failed: number }>(`
      select avg((status = 'FAILED')::int)::float as failed from transaction where category = 'BANK_TRANSFER'`)
      expect(share?.failed).toBeGreaterThan(0.02)
      expect(share?.failed).toBeLessThan(0.08)
    })

    it('dates every record in the past and after its accounts were opened', async () => {
      const later = `> '${now.toISOString()}'::timestamptz`
      for (const [table, at] of [
        ['transaction', 'greatest(created_at, paid_at)'],
        ['transfer', 'at'],
        ['entry', 'at'],
        ['payout_log', 'created_at'],
        ['activity', 'created_at'],
        ['webhook_event', 'greatest(created_at, next_attempt_at)'],
        ['webhook_attempt', 'at'],
        ['virtual_account', 'greatest(created_at, closed_at)'],
        ['checkout', 'greatest(created_at, paid_at)'],
        ['payment_link', 'greatest(created_at, inactive_at)'],
      ]) {
        expect(await count(`${table} where ${at} ${later}`), table).toBe(0)
      }
      expect(await count(`transaction t join wallet w on w.id = t.wallet_id where t.created_at < w.created_at`)).toBe(0)
      expect(
        await count(`transaction t join merchant m on m.id = t.merchant_id where t.created_at < m.decided_at`),
      ).toBe(0)
      expect(
        await count(`virtual_account v join merchant m on m.id = merchant_id where v.created_at < decided_at`),
      ).toBe(0)
      const hour = `'${now.toISOString()}'::timestamptz - interval '1 hour'`
      expect(await count(`transaction where created_at > ${hour}`)).toBeGreaterThanOrEqual(120)
      // A card authorisation waits for the scheme.
      const waits = `transaction where status in ('QUEUED', 'PENDING') and card_id is null`
      expect(await count(`${waits} and created_at < ${hour}`)).toBe(0)
    })

    it('follows daily and weekly rhythms over 24 months, with one very large merchant', async () => {
      const months = await rows(`select 1 from transaction group by date_trunc('month', created_at)`)
      expect(months.length).toBeGreaterThanOrEqual(24)
      const [rhythm] = await rows<Record<'sunday' | 'monday' | 'night' | 'noon', number>>(`
      select count(*) filter (where extract(dow from lagos) = 0)::int as sunday,
        count(*) filter (where extract(dow from lagos) = 1)::int as monday,
        count(*) filter (where extract(hour from lagos) = 3)::int as night,
        count(*) filter (where extract(hour from lagos) = 11)::int as noon
      from (select created_at at time zone 'Africa/Lagos' as lagos from transaction) as at`)
      expect(rhythm?.monday).toBeGreaterThan(2 * (rhythm?.sunday ?? 0))
      expect(rhythm?.noon).toBeGreaterThan(10 * (rhythm?.night ?? 0))
      const [largest] = await rows<{ n: number }>(`
      select count(*)::int as n from transaction where mode = 'PRODUCTION' group by merchant_id order by 1 desc limit 1`)
      expect(largest?.n).toBeGreaterThan(transactions / 20)
    })

    it('uses well-formed references, session IDs and account numbers', async () => {
      const reference = `'^((KBO-\\d{14}-[0-9A-Z]{4,6}|COL-\\d{30})(/FEE|/R1)?|CRD-[0-9A-F]{32}(/R1)?|CARD-[0-9A-F]{32}(/R)?|SWEEP/\\d{4}-\\d\\d-\\d\\d/\\d{10}|TERMINAL/\\d{4}-\\d\\d/\\d{10})$'`
      expect(await count(`transaction where reference !~ ${reference}`)).toBe(0)
      expect(await count(`transaction where session_id !~ '^\\d{30}$'`)).toBe(0)
      const sessionPrefix = `to_char(created_at at time zone 'Africa/Lagos', 'YYMMDDHH24MISS')`
      expect(await count(`transaction where substr(session_id, 7, 12) <> ${sessionPrefix}`)).toBe(0)
      // Payouts that failed at the name enquiry were never sent.
      const sent = `category in ('BANK_TRANSFER', 'REFUND', 'SETTLEMENT', 'BILL_PAYMENT') and status <> 'QUEUED' and response_code is distinct from '07'`
      expect(await count(`transaction where ${sent} and session_id not like '000023%'`)).toBe(0)
      const linkedCharges = `category like '%CHILD_ACCOUNT_CHARGES'`
      expect(
        await count(
          `transaction where not ${linkedCharges} and (session_id is null) = (${sent} or category in ('BANK_FUNDING', 'CREDIT_STORE'))`,
        ),
      ).toBe(0)
      const numbers = await rows<{ number: string; bank: string }>(`
      select beneficiary_number as number, beneficiary_bank_code as bank from transaction where category = 'BANK_TRANSFER'
      union select originator_number, originator_bank_code from transaction where category = 'BANK_FUNDING'
      union select account_number, bank_code from virtual_account`)
      expect(numbers.length).toBeGreaterThan(10_000)
      for (const { number, bank } of numbers) expect(isNuban(number, bank)).toBe(true)
      const receiving = `select account_number from account union select account_number from virtual_account`
      expect(
        await count(`transaction where category = 'BANK_FUNDING' and beneficiary_number not in (${receiving})`),
      ).toBe(0)
      expect(await count(`transaction where beneficiary_number in (${receiving}) and category = 'BANK_TRANSFER'`)).toBe(
        0,
      )
    })

    it('charges the rates in force at the time, and custom rates once they were agreed', async () => {
      const payout = `transaction t where category = 'BANK_TRANSFER' and scope <> 'CHILD' and not exists (
      select from merchant_charge c where c.merchant_id = t.merchant_id)`
      const fee = `case when amount_kobo < 500100 then 1000 when amount_kobo <= 5000000 then 2500 else 5000 end`
      expect(await count(`${payout} and fee_kobo <> ${fee}`)).toBe(0)
      const taxed = `created_at >= '2026-01-19T00:00+01'`
      expect(await count(`transaction where not ${taxed} and vat_kobo > 0`)).toBe(0)
      // The amount of a linked charge is the fee itself.
      const fees = `case when category like '%CHILD_ACCOUNT_CHARGES' or category = 'DEBIT_STORE' then amount_kobo else fee_kobo end`
      expect(await count(`transaction where ${taxed} and vat_kobo <> round(${fees} * 0.075)`)).toBe(0)
      const duty = `category = 'BANK_TRANSFER' and amount_kobo >= 1000000 and created_at >= '2026-01-01T00:00+01'`
      expect(await count(`transaction where stamp_duty_kobo <> case when ${duty} then 5000 else 0 end`)).toBe(0)
      const agreed = `transaction t join merchant_charge c on c.merchant_id = t.merchant_id and c.name = 'transfers'
      where category = 'BANK_TRANSFER' and scope <> 'CHILD' and amount_kobo < 500100`
      expect(await count(`${agreed} and t.created_at > c.updated_at`)).toBeGreaterThan(0)
      expect(
        await count(`${agreed} and fee_kobo <> case when t.created_at > c.updated_at then 800 else 1000 end`),
      ).toBe(0)
      const noted = `merchant_charge c join audit a on a.merchant_id = c.merchant_id and a.at = c.updated_at
      where action = 'charges.update' and a.after ? c.name`
      expect(await count(noted)).toBe(15)
    })
  })
}
