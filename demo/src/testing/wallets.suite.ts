import { describe, expect, it } from 'vitest'
import { count, now, rows } from './world.ts'

export function testWallets(): void {
  describe('wallets', () => {
    it('creates wallet requests that match their wallets, some without the required IDs', async () => {
      const statuses = await rows(
        `select status, count(*)::int as n from wallet_upgrade where mode = 'PRODUCTION' group by 1 order by 1`,
      )
      expect(statuses).toEqual([
        { status: 'COMPLETED', n: 120 },
        { status: 'PENDING', n: 60 },
        { status: 'REJECTED', n: 40 },
      ])
      const request = `wallet_upgrade u join wallet w on w.id = u.wallet_id`
      expect(await count(`${request} where u.merchant_id <> w.merchant_id or u.mode <> w.mode`)).toBe(0)
      expect(await count(`${request} where u.created_at < w.created_at or u.created_at > '${now.toISOString()}'`)).toBe(
        0,
      )
      expect(await count(`wallet_upgrade where decided_at < created_at or decided_at > '${now.toISOString()}'`)).toBe(0)
      expect(await count(`wallet_upgrade where (decided_at is null) <> (status = 'PENDING')`)).toBe(0)
      expect(await count(`wallet_upgrade where (decision_reason is null) <> (status <> 'REJECTED')`)).toBe(0)
      const approved = `u.status = 'COMPLETED'`
      expect(
        await count(`${request} where ${approved} and (w.tier <> requested_tier or w.bvn is null or w.nin is null)`),
      ).toBe(0)
      expect(await count(`${request} where not (${approved}) and w.tier <> current_tier`)).toBe(0)
      const lacking = `u.status = 'PENDING' and category = 'UPGRADE' and (w.bvn is null or w.nin is null)`
      expect(await count(`${request} where u.mode = 'PRODUCTION' and ${lacking}`)).toBe(20)
      const recent = `decided_at >= '${now.toISOString()}'::timestamptz - interval '30 days'`
      const decided = await count(`wallet_upgrade where ${recent}`)
      expect(decided).toBeGreaterThan(5)
      expect(await count(`audit where action in ('wallet-upgrade.approve', 'wallet-upgrade.reject')`)).toBe(decided)
    })

    it('keeps wallet holders within their balance and daily limits, child accounts included', async () => {
      expect(await count('wallet_day')).toBeGreaterThan(20)
      const limited = `join wallet on wallet.id = wallet_id join tier_limit using (tier)`
      expect(
        await count(
          `wallet_day join account on account.id = account_id ${limited} where debited_kobo > daily_debit_kobo`,
        ),
      ).toBe(0)
      const held = `(select wallet_id, sum(booked_kobo) as kobo from account where wallet_id is not null group by 1) as held`
      expect(await count(`${held} ${limited} where kobo > balance_kobo`)).toBe(0)
      const paid = `(
      select coalesce(t.wallet_id, child.wallet_id) as wallet_id,
        sum(amount_kobo + fee_kobo + vat_kobo + stamp_duty_kobo) as kobo
      from transaction t left join account child on child.id = t.account_id and child.kind = 'CHILD'
      where category in ('BANK_TRANSFER', 'DEBIT_CHILD_ACCOUNT_CHARGES') and type = 'DEBIT' and t.status in ('PENDING', 'SUCCESS')
      group by 1, (t.created_at at time zone 'Africa/Lagos')::date) as paid`
      expect(await count(`${paid} ${limited} where kobo > daily_debit_kobo`)).toBe(0)
    })

    it("respects the limits of each customer's tier", async () => {
      expect(await count(`account a join wallet w on w.id = wallet_id where tier = 1 and booked_kobo > 30000000`)).toBe(
        0,
      )
      const day = `(created_at at time zone 'Africa/Lagos')::date`
      const spent = `(select wallet_id, sum(amount_kobo) as kobo from transaction
      where type = 'DEBIT' and status in ('SUCCESS', 'PENDING') group by wallet_id, ${day}) as spent join wallet on id = wallet_id`
      expect(await count(`${spent} where kobo > (array[5000000, 20000000, 500000000])[tier]`)).toBe(0)
      expect(await count(`${spent} where num_nonnulls(bvn, nin) < least(tier, 2)`)).toBe(0)
      expect(await count(`transaction t join wallet w on w.id = wallet_id where w.status = 'PENDING'`)).toBe(0)
    })
  })
}
