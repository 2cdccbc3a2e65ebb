import { storeCategories } from '@kobo/contract/stores'
import { byDepth } from '@kobo/server/testing/property-runs'
import { describe, expect, it } from 'vitest'
import { count, now, rows } from './world.ts'

export function testServices(): void {
  describe('stores, bills and partners', () => {
    it('STORE-02 SHOP-01 creates active and inactive shops, stores and terminals with all their transactions', async () => {
      for (const mode of ['PRODUCTION', 'SANDBOX']) {
        const activity = `(inactive_since is null)`
        for (const table of ['shop', 'terminal']) {
          expect(await rows(`select distinct ${activity} as is from ${table} where mode = '${mode}'`)).toHaveLength(2)
        }
        expect(await count(`store where mode = '${mode}' and shop_id is null`)).toBeGreaterThan(0)
        const moved = await rows<{ category: string; n: number }>(`
        select category, count(*)::int as n from transaction
        where mode = '${mode}' and scope in ('STORE', 'TERMINAL') group by 1`)
        expect(new Set(moved.map(({ category }) => category))).toEqual(new Set(storeCategories))
        const ofTerminals = `account a join terminal on terminal.id = a.id where a.mode = '${mode}'`
        expect(await count(`${ofTerminals} and booked_kobo > 0`)).toBeGreaterThan(0)
        expect(
          await count(`transaction where mode = '${mode}' and category = 'CREDIT_STORE' and status = 'DECLINED'`),
        ).toBeGreaterThan(0)
      }
      expect(await count(`transaction where scope in ('STORE', 'TERMINAL')`)).toBeGreaterThan(
        byDepth({ sample: 150, full: 300 }),
      )
    })

    it('freezes a merchant and a wallet without transactions, and shows a freeze that was lifted, in both modes', async () => {
      const freezes = await rows(`
        select mode, kind, ended_at is null as in_force, until is null as is_open from account_freeze order by mode, started_at`)
      const ofMode = (mode: string) => [
        { mode, kind: 'MERCHANT', in_force: false, is_open: true },
        { mode, kind: 'MERCHANT', in_force: true, is_open: true },
        { mode, kind: 'WALLET', in_force: true, is_open: false },
      ]
      expect(freezes).toEqual([...ofMode('PRODUCTION'), ...ofMode('SANDBOX')])
      expect(await count(`audit where action in ('freeze.start', 'freeze.lift')`)).toBe(8)
    })

    it('places liens on wallets in both modes: a released one, one larger than the balance and one with an end', async () => {
      const liens = await rows(`
        select lien.mode, lien.kind, ended_at is null as is_open, until is null as is_endless, amount_kobo > held as is_short
        from lien left join lateral (
          select amount_kobo as held from hold where lien_id = lien.id and status = 'HELD') as of_lien on true
        order by lien.mode, lien.created_at`)
      const ofMode = (mode: string) => [
        { mode, kind: 'WALLET', is_open: false, is_endless: true, is_short: null },
        { mode, kind: 'WALLET', is_open: true, is_endless: true, is_short: true },
        { mode, kind: 'WALLET', is_open: true, is_endless: false, is_short: false },
      ]
      expect(liens).toEqual([...ofMode('PRODUCTION'), ...ofMode('SANDBOX')])
      expect(await count(`audit where action in ('lien.place', 'lien.release')`)).toBe(8)
    })

    it('JUJU-03 creates bills of every category and status, and biller settlements, in both modes', async () => {
      for (const column of ['status', 'category']) {
        const found = await rows(
          `select mode, count(distinct ${column})::int as n from bill_payment group by 1 order by 1`,
        )
        const n = column === 'status' ? 3 : 5
        expect(found).toEqual([
          { mode: 'PRODUCTION', n },
          { mode: 'SANDBOX', n },
        ])
      }
      expect(await count(`owed_payment where owed = 'BILLER_FLOAT'`)).toBeGreaterThan(10)
      expect(await count(`bill_payment where created_at > '${now.toISOString()}'`)).toBe(0)
    })

    it('PARTNER-01 CONTACT-01 creates partners with merchants and messages of both statuses in both modes', async () => {
      expect(await rows('select mode, count(distinct status)::int as n from partner group by 1 order by 1')).toEqual([
        { mode: 'PRODUCTION', n: 2 },
        { mode: 'SANDBOX', n: 2 },
      ])
      expect(await count('merchant where partner_id is not null')).toBeGreaterThan(200)
      expect(
        await count('merchant join partner on partner.id = partner_id where partner.created_at > merchant.created_at'),
      ).toBe(0)
      const messages = await rows(
        'select mode, count(distinct status)::int as n from contact_message group by 1 order by 1',
      )
      expect(messages).toEqual([
        { mode: 'PRODUCTION', n: 2 },
        { mode: 'SANDBOX', n: 2 },
      ])
    })
  })
}
