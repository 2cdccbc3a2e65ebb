import { expect, it, vi } from 'vitest'
import { startBackground } from './start-background.ts'
import { startApp } from './testing/app.ts'
import { aFundedMerchant } from './testing/payouts.ts'
import { aStillEngine } from './testing/status-queried-payouts.ts'
import { aScheduledPayout } from './testing/timed-payouts.ts'

it('logs a failed item as an error with its job and processes all others', async () => {
  const app = await startApp()
  const still = await aStillEngine(app.database)
  const engine = still.engine()
  const due = { due_at: '2026-01-01T09:00:00Z' }
  const merchant = await aFundedMerchant(app.db, 1_000_000n)
  const [first, poisoned, last] = [
    await aScheduledPayout(app.db, merchant, due),
    await aScheduledPayout(app.db, merchant, due),
    await aScheduledPayout(app.db, merchant, due),
  ]
  await app.database.pool.query(`
    create function poison() returns trigger language plpgsql as $$ begin raise exception 'poisoned'; end $$;
    create trigger poison before update on scheduled_payout for each row when (new.id = '${poisoned.id}')
      execute function poison()`)
  const alarm = vi.fn<(sentence: string, about: object) => void>()
  const stops = await startBackground({
    engine,
    services: { ...app.services, jobs: engine.jobs },
    mailer: { send: async () => {}, close: () => {} },
    warn: () => () => {},
    alarm,
    inform: () => {},
    onRepaired: () => {},
  })
  const statusOf = async ({ id }: { id: string }) =>
    (await app.db.selectFrom('scheduled_payout').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
  await expect
    .poll(() => Promise.all([first, poisoned, last].map(statusOf)), { timeout: 15_000 })
    .toEqual(['DISPATCHED', 'NEW', 'DISPATCHED'])
  for (const stop of stops) await stop()
  expect(alarm.mock.calls).toEqual([
    [
      'An item of a job failed and will be retried',
      {
        err: expect.objectContaining({ message: 'poisoned' }),
        job: 'scheduled-payouts',
        period: '',
        item: poisoned.id,
        attempts: 1,
      },
    ],
  ])
  await still.stop()
  await app.close()
})
