import { openWebhookSecret } from '@kobo/server/rails/webhooks'
import { describe, expect, it } from 'vitest'
import { count, now, rows, seal, world } from './world.ts'

export function testNotifications(): void {
  describe('logs and webhooks', () => {
    it('logs every payment step of the last 30 days and none before', async () => {
      const since = `'${now.toISOString()}'::timestamptz - interval '30 days'`
      for (const table of ['payout_log', 'activity', 'webhook_event']) {
        expect(await count(`${table} where created_at < ${since}`), table).toBe(0)
      }
      const untold = `transaction t where created_at >= ${since} and category in ('BANK_TRANSFER', 'BANK_FUNDING')
      and not exists (select from activity where transaction_id = t.id)`
      expect(await count(untold)).toBe(0)
      const steps = await rows<{ status: string; steps: string }>(`
      select distinct status, steps from (
        select status, string_agg(a.category, ' ' order by a.created_at, a.id) as steps
        from transaction t join activity a on a.transaction_id = t.id
        where t.category = 'BANK_TRANSFER' and alert is null and a.category not in ('TRANSFER_WEBHOOK', 'TRANSACTION_STATUS')
        group by t.id) as trail order by 1, 2`)
      const success = 'FUND_SUCCESS PROVIDER_CHARGES_SETTLEMENT COMMISSION_CHARGE_ON_PROVIDER TRANSFER_SUCCESSFUL'
      expect(steps).toEqual([
        { status: 'FAILED', steps: 'SESSION_INIT TRANSFER_INIT FUND_FAILED' },
        { status: 'FAILED', steps: 'SESSION_INIT TRANSFER_INIT FUND_PENDING FUND_FAILED' },
        { status: 'PENDING', steps: 'SESSION_INIT TRANSFER_INIT FUND_PENDING' },
        { status: 'QUEUED', steps: 'SESSION_INIT' },
        { status: 'SUCCESS', steps: `SESSION_INIT TRANSFER_INIT FUND_PENDING ${success}` },
      ])
      expect(await count(`payout_log where request::text ~ '"bvn"' or response::text ~ '"bvn"'`)).toBe(0)
    })

    it('delivers most webhook events at the first attempt, some after retries and a few never', async () => {
      const endpoints = await world().database.db.selectFrom('webhook_endpoint').selectAll().execute()
      expect(endpoints.length).toBe(await count(`merchant where status = 'ACTIVE'`))
      for (const { merchant_id, url, sealed_secret } of endpoints) {
        expect(url).toBe(`simulator:/hooks/${merchant_id}`)
        expect(openWebhookSecret(seal, { merchant_id, sealed_secret })).toMatch(/^whsec_/)
      }
      const attempts = await rows<{ status: string; attempts: number; n: number }>(
        `select status, attempts, count(*)::int as n from webhook_event where mode = 'PRODUCTION' group by 1, 2 order by 1, 2`,
      )
      expect(attempts.map(({ status, attempts: attemptCount }) => [status, attemptCount])).toEqual([
        ['DELIVERED', 1],
        ['DELIVERED', 2],
        ['DELIVERED', 3],
        ['FAILED', 7],
      ])
      expect(attempts[0]?.n).toBeGreaterThan(0.9 * attempts.reduce((sum, { n }) => sum + n, 0))
      const mismatched = `webhook_event e where attempts <> (select count(*) from webhook_attempt where event_id = e.id)`
      expect(await count(mismatched)).toBe(0)
      expect(await count(`webhook_event where body::jsonb ->> 'id' <> id::text`)).toBe(0)
    })
  })
}
