import { describe, expect, it } from 'vitest'
import { count, rows, sizes } from './world.ts'

export function testCards(): void {
  describe('cards', () => {
    it('creates card payments in every status, of which the acquirer settled all but the newest', async () => {
      const states = await rows(`
      select mode, status, count(*)::int as n from transaction where payment_method = 'CARD' group by 1, 2 order by 1, 2`)
      expect(states).toEqual(
        (['PRODUCTION', 'SANDBOX'] as const).flatMap((mode) => {
          const { declined, givenUp, taken } = sizes[mode].cardPayments
          return [
            { mode, status: 'DECLINED', n: declined },
            { mode, status: 'FAILED', n: givenUp },
            { mode, status: 'SUCCESS', n: taken },
          ]
        }),
      )
      const unpaid = await count(`hold where kind = 'ACQUIRING' and status = 'HELD'`)
      expect(unpaid).toBeGreaterThan(0)
      expect(unpaid).toBeLessThan(20)
      expect(await count(`acquirer_payment where extract(hour from at at time zone 'Africa/Lagos') <> 6`)).toBe(0)
    })

    it('creates card batches, cards and card purchases in every status in both modes', async () => {
      const both = (name: string, values: readonly string[]) =>
        ['PRODUCTION', 'SANDBOX'].flatMap((mode) => values.map((value) => ({ mode, [name]: value })))
      const batches = await rows(`select distinct mode, status from card_batch order by 1, 2`)
      expect(batches).toEqual(both('status', ['ACCEPTED', 'DECLINED', 'PENDING']))
      const cards = await rows(`select distinct mode, status from card order by 1, 2`)
      expect(cards).toEqual(both('status', ['ACTIVE', 'BLOCKED', 'DELETED']))
      const types = await rows(`select distinct mode, type from card order by 1, 2`)
      expect(types).toEqual(both('type', ['PHYSICAL', 'VIRTUAL']))
      const holders = await rows(`select distinct mode, (wallet_id is null)::text as own from card order by 1, 2`)
      expect(holders).toEqual(both('own', ['false', 'true']))
      const ways = await rows(`select distinct mode, status from card_purchase order by 1, 2`)
      expect(ways).toEqual(both('status', ['AUTHORISED', 'CLEARED', 'DECLINED', 'EXPIRED', 'RETURNED', 'REVERSED']))
      expect(await count(`card_purchase where covered_kobo > 0`)).toBeGreaterThan(0)
      expect(await count(`card_purchase where transaction_id <> authorisation_id`)).toBeGreaterThan(0)
      expect(
        await count(
          `owed_payment where owed = 'SCHEME_FLOAT' and extract(hour from at at time zone 'Africa/Lagos') <> 6`,
        ),
      ).toBe(0)
      const waits = `card_batch join merchant on merchant.id = merchant_id where card_batch.status = 'PENDING'`
      expect(await count(`${waits} and not is_card_enabled`)).toBe(2)
    })
  })
}
