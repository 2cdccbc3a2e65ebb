import { describe, expect, it } from 'vitest'
import { count, now, rows } from './world.ts'

export function testSettlements(): void {
  describe('settlements', () => {
    it('creates subaccounts, splits and settlements in every status in both modes', async () => {
      const states = await rows(`
      select mode, count(distinct (category, status))::int as states,
        count(*) filter (where transaction_id is null)::int > 0 as some_without_bank,
        count(*) filter (where reason like '%rejected%')::int > 0 as some_rejected
      from settlement group by 1 order by 1`)
      expect(states).toEqual(
        ['PRODUCTION', 'SANDBOX'].map((mode) => ({ mode, states: 6, some_without_bank: true, some_rejected: true })),
      )
      expect(
        await rows(`select account.mode, count(distinct state)::int as n from settlement_item
        join account on account.id = account_id group by 1 order by 1`),
      ).toEqual([
        { mode: 'PRODUCTION', n: 3 },
        { mode: 'SANDBOX', n: 3 },
      ])
      expect(await count(`settlement where created_at > '${now.toISOString()}'`)).toBe(0)
      const kinds = await rows(`select mode, split_type, inactive_since is null as is_active from subaccount
      group by 1, 2, 3 order by 1, 2, 3`)
      expect(kinds.length).toBeGreaterThanOrEqual(6)
    })

    it('enables settlement for few merchants and starts their scans at the end of the history', async () => {
      const wanting = `merchant where status = 'ACTIVE' and (auto_settlement or auto_instant_settlement)`
      const expected = await count(wanting)
      expect(expected).toBeGreaterThan(100)
      expect(expected).toBeLessThan(0.3 * (await count(`merchant where status = 'ACTIVE'`)))
      for (const flag of ['auto_settlement', 'auto_instant_settlement'])
        expect(await count(`merchant where ${flag}`)).toBeGreaterThan(20)
      expect(
        await count(`account join merchant on merchant.id = merchant_id
        left join settlement_mark as mark on mark.account_id = account.id
        where account.kind = 'MERCHANT' and (auto_settlement or auto_instant_settlement)
          and mark.until is distinct from '${now.toISOString()}'`),
      ).toBe(0)
    })
  })
}
