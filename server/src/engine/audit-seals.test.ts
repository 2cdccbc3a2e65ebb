import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { runItemJob } from '../jobs/item-jobs.ts'
import { newestSeal } from '../ledger/audit-seals/audit-seal.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { aFirstSeal, anAuditRow, sealAll } from '../testing/audit-seals.ts'
import { itemJobContext } from '../testing/run-inline.ts'
import { auditSealJobs } from './audit-seals.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
})
afterAll(() => app.close())

const published: object[] = []
beforeEach(() => {
  published.length = 0
})

/** Runs one of the jobs at the test's time; returns the errors of its items. */
async function run(name: string, deps = app.engine): Promise<unknown[]> {
  const errors: unknown[] = []
  const job = auditSealJobs(deps, (_, head) => published.push(head)).find((candidate) => candidate.name === name)
  await runItemJob(itemJobContext(deps, errors), job ?? expect.fail())
  return errors
}

it('seals what operators did, and logs every hundredth head', async () => {
  await app.signIn()
  await anAuditRow(app.db)
  expect(await run('seal-audit')).toEqual([])
  expect(await newestSeal(app.db)).toMatchObject({ no: 1 })
  for (let no = 2; no < 100; no++) {
    await anAuditRow(app.db)
    await sealAll(app.db)
  }
  expect(published).toEqual([])
  await anAuditRow(app.db)
  await run('seal-audit')
  const head = await newestSeal(app.db)
  expect(published).toEqual([{ no: 100, hash: head?.hash, at: head?.at }])
})

it('emails the head to each administrator and auditor once a day, whichever server runs', async () => {
  const { staffId } = await app.signIn({ role: 'ADMIN', email: 'ada@kobo.test', firstName: 'Ada' })
  await app.signIn({ role: 'AUDITOR', email: 'femi@kobo.test' })
  await app.signIn({ role: 'SUPPORT', email: 'efe@kobo.test' })
  await app.db.updateTable('staff').set({ status: 'INACTIVE' }).where('email', 'not like', '%@kobo.test').execute()
  const at = (time: string) => ({ ...app.engine, clock: () => new Date(time) })
  const mails = () =>
    app.db.selectFrom('outbox_mail').select(['to_address', 'subject', 'text']).orderBy('to_address').execute()
  await run('mail-audit-head', at('2026-11-20T05:00:00Z'))
  await Promise.all([1, 2].map(() => run('mail-audit-head', at('2026-11-20T06:00:30Z'))))
  await run('mail-audit-head', at('2026-11-20T09:00:00Z'))
  // A server that was killed between the mail and the end of its run repeats the item.
  await auditSealJobs(at('2026-11-20T09:00:00Z'), () => {})[2]?.process(staffId, '2026-11-20')
  await expect.poll(mails).toHaveLength(2)
  const head = await newestSeal(app.db)
  const [first] = await mails()
  expect((await mails()).map(({ to_address }) => to_address)).toEqual(['ada@kobo.test', 'femi@kobo.test'])
  expect(first).toMatchObject({ subject: 'Head of the audit, 2026-11-20' })
  expect(first?.text).toContain('Hello Ada')
  expect(first?.text).toContain(`npm run verify -- --anchor ${head?.no}:${head?.hash}`)
  await run('mail-audit-head', at('2026-11-21T06:00:30Z'))
  await expect.poll(mails).toHaveLength(4)
})

it('reports an audit that has not been sealed for more than an hour', async () => {
  const other = await startApp()
  try {
    const started = other.engine
    const after = (minutes: number) => new Date(Date.now() + minutes * 60_000)
    await aFirstSeal(other.db, { minutesAgo: 240 })
    let now = after(0)
    const errors: unknown[] = []
    const deps = { ...started, clock: () => now }
    const job = auditSealJobs(deps, () => {})[1] ?? expect.fail()
    const watch = () => runItemJob(itemJobContext(deps, errors), job)
    await watch()
    now = after(59)
    await watch()
    // The hours before this server was started count as a time without servers.
    expect(errors).toEqual([])
    now = after(61)
    await watch()
    expect(errors).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(/^The audit has not been sealed since \d\d-\d\d-\d{4}/),
      }),
    ])
    await anAuditRow(other.db)
    await sealAll(other.db)
    now = after(59)
    errors.length = 0
    await watch()
    expect(errors).toEqual([])
  } finally {
    await other.close()
  }
})
