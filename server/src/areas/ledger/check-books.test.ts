import { contract } from '@kobo/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Registry } from 'prom-client'
import {
  requestDailyCheck,
  requestLedgerCheck,
  retriesExhaustedAfterMs,
  runLedgerCheckJob,
} from '../../engine/ledger-check.ts'
import { addGauges } from '../../gauges.ts'
import { withClaim } from '../../jobs/claim.ts'
import { allChecks } from '../../ledger/verify.ts'
import { transact } from '../../db/transact.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { collect } from '../../testing/ledger-fixtures.ts'
import { type CustomerAccount, someAccounts } from '../../testing/customer-accounts.ts'
import { ownRates } from '../../testing/factories.ts'
import { eventually } from '../../testing/payouts.ts'

const { check, startCheck } = contract.ledger

let app: TestApp
let ada: Client
let shop: CustomerAccount

beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
  ada = await app.signIn({ firstName: 'Ada' })
  ;[shop] = await someAccounts(app.db, 'PRODUCTION')
  const inflows = { type: 'NOMINAL', percentageBasisPoints: 0, capKobo: 0, nominalKobo: 1000 }
  await ownRates(app.db, shop.merchantId, 'staticAccounts', { accountCreationKobo: 0, maintenanceKobo: 0, inflows })
  await transact(app.db, (t) => collect(t, shop))
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('ledger_check').execute()
})

/** Runs the waiting checks as a worker does. */
const work = (checkId: string) =>
  runLedgerCheckJob(app.engine, { checkId }, { onFindings: (sentence) => logged.push(sentence) })
const logged: string[] = []

async function last() {
  return (await ada.call(check, {})).data.last
}

describe('ledger check', () => {
  it('LEDGER-08 reports no check at first, then a passed one with operator and time', async () => {
    expect((await ada.call(check, {})).data).toEqual({ last: null, running: null })
    const started = await ada.call(startCheck, {})
    expect(started).toMatchObject({ status: 200, message: 'Ledger check started' })
    await work(started.data.checkId)
    await eventually(async () => (await last()) !== null)
    expect(await last()).toMatchObject({
      id: started.data.checkId,
      status: 'PASSED',
      done: allChecks.length,
      total: allChecks.length,
      requestedBy: expect.stringContaining('Ada'),
      findings: [],
    })
    expect((await ada.call(check, {})).data.running).toBeNull()
  })

  it('LEDGER-08 starts one check under concurrent requests and audits each request', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => ada.call(startCheck, {})))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    const ids = new Set(replies.map(({ data }) => data.checkId))
    expect(ids.size).toBe(1)
    expect(replies.filter(({ message }) => message === 'Ledger check started')).toHaveLength(1)
    const [id = ''] = ids
    const audits = app.db
      .selectFrom('audit')
      .select('id')
      .where('record_id', '=', id)
      .where('action', '=', 'ledger.check')
    expect(await audits.execute()).toHaveLength(8)
    await Promise.all([work(id), work(id)])
    await eventually(async () => (await last())?.status === 'PASSED')
    expect(await last()).toMatchObject({ id, done: allChecks.length })
  })

  it('LEDGER-08 advances in chunks and resumes after a worker has died', async () => {
    const { checkId } = await transact(app.db, (t) => requestLedgerCheck(t, idle, { staffId: null, at: new Date() }))
    await runLedgerCheckJob({ ...app.engine, jobs: idle }, { checkId }, { onFindings: () => {}, budgetMs: 0 })
    expect((await ada.call(check, {})).data).toMatchObject({
      last: null,
      running: { id: checkId, status: 'RUNNING', done: 1, total: allChecks.length, requestedBy: null },
    })
    await work(checkId)
    expect(await last()).toMatchObject({ id: checkId, status: 'PASSED' })
  })

  it('LEDGER-08 reports each discrepancy with a sentence, a count and the account IDs', async () => {
    await sql`update account set booked_kobo = booked_kobo + 1 where id = ${shop.id}`.execute(app.db)
    const { checkId } = await transact(app.db, (t) => requestLedgerCheck(t, idle, { staffId: null, at: new Date() }))
    await work(checkId)
    await sql`update account set booked_kobo = booked_kobo - 1 where id = ${shop.id}`.execute(app.db)
    const found = await last()
    expect(found).toMatchObject({ status: 'FAILED', done: allChecks.length })
    expect(found?.findings).toContainEqual({
      harm: 'imbalance',
      kind: 'booked-balance-mismatch',
      count: 1,
      ids: [shop.id],
      sentence: 'Customer accounts whose booked balance differs from the sum of their entries',
    })
  })

  it('LEDGER-08 marks a stalled check as stopped and allows another one', async () => {
    const at = new Date(app.clock.now().getTime() - retriesExhaustedAfterMs - 1000)
    const { checkId } = await transact(app.db, (t) => requestLedgerCheck(t, idle, { staffId: null, at }))
    expect((await ada.call(check, {})).data).toMatchObject({ running: null, last: { id: checkId, status: 'STOPPED' } })
    const restarted = await transact(app.db, (t) => requestLedgerCheck(t, idle, { staffId: null, at: app.clock.now() }))
    expect(restarted).toMatchObject({ isNew: true })
    expect((await ada.call(check, {})).data).toMatchObject({
      running: { id: restarted.checkId },
      last: { id: checkId, status: 'STOPPED' },
    })
  })

  it('LEDGER-08 requests a check once a day', async () => {
    const rows = () => app.db.selectFrom('ledger_check').select(['id', 'staff_id']).execute()
    const requestDaily = () => requestDailyCheck({ ...app.engine, jobs: idle })
    await Promise.all([requestDaily(), requestDaily()])
    expect(await rows()).toHaveLength(1)
    await requestDaily()
    await app.db.updateTable('ledger_check').set({ ended_at: new Date().toISOString() }).execute()
    await requestDaily()
    expect(await rows()).toEqual([{ id: expect.any(String), staff_id: null }])
  })

  it('LEDGER-08 leaves a check to the worker that claims it, and requeues it when the claim has expired', async () => {
    const at = new Date(app.clock.now().getTime() - retriesExhaustedAfterMs - 1000)
    const { checkId } = await transact(app.db, (t) => requestLedgerCheck(t, idle, { staffId: null, at }))
    const queued: string[] = []
    const enqueue = async (_: unknown, kind: string) => {
      queued.push(kind)
    }
    const requestDaily = () => requestDailyCheck({ ...app.engine, jobs: { ...idle, enqueue }, clock: () => at })
    await withClaim(app.db, 'ledger check', async () => {
      await work(checkId)
      expect((await ada.call(check, {})).data).toMatchObject({ last: null, running: { id: checkId, done: 0 } })
      const requested = await transact(app.db, (t) =>
        requestLedgerCheck(t, idle, { staffId: null, at: app.clock.now() }),
      )
      expect(requested).toEqual({ checkId, isNew: false })
      await requestDaily()
      expect(queued).toEqual([])
      await sql`update job_claim set claimed_until = clock_timestamp() - interval '1 second'`.execute(app.db)
      await requestDaily()
      expect(queued).toEqual(['ledger-check'])
      await work(checkId)
      expect(await last()).toMatchObject({ id: checkId, status: 'PASSED', done: allChecks.length })
    })
  })

  it('LEDGER-08 logs discrepancies, emails administrators once a day, and exports metrics', async () => {
    const registry = new Registry()
    addGauges(registry, { ...app.engine, dataDir: '.', freshMs: 0 })
    const { checkId: passedId } = await transact(app.db, (t) =>
      requestLedgerCheck(t, idle, { staffId: null, at: new Date() }),
    )
    await work(passedId)
    expect(await registry.metrics()).toContain('ledger_findings{harm="imbalance"} 0')
    logged.length = 0
    const mails = () =>
      app.db
        .selectFrom('outbox_mail')
        .select(['to_address', 'text'])
        .where('subject', 'like', '%ledger check%')
        .execute()
    await sql`update account set booked_kobo = booked_kobo + 1 where id = ${shop.id}`.execute(app.db)
    for (let times = 0; times < 2; times++) {
      const { checkId } = await transact(app.db, (t) => requestLedgerCheck(t, idle, { staffId: null, at: new Date() }))
      await work(checkId)
    }
    await sql`update account set booked_kobo = booked_kobo - 1 where id = ${shop.id}`.execute(app.db)
    expect(logged).toHaveLength(2)
    expect(logged[0]).toMatch(/^The ledger check found \d+ discrepancies: .*booked-balance-mismatch/)
    expect(await registry.metrics()).toMatch(/ledger_findings\{harm="imbalance"\} [1-9]/)
    await eventually(async () => (await mails()).length > 0)
    expect(await mails()).toHaveLength(1)
    expect((await mails())[0]?.text).toContain(
      `1 × Customer accounts whose booked balance differs from the sum of their entries: ${shop.id}`,
    )
  })

  it('rejects a check requested by an auditor, who may read its result', async () => {
    const auditor = await app.signIn({ role: 'AUDITOR' })
    expect((await auditor.call(startCheck, {})).status).toBe(403)
    expect((await auditor.call(check, {})).status).toBe(200)
  })
})

/** Queues whose jobs are never run. */
const idle = {
  enqueue: async () => {},
  enqueueAll: async () => {},
  work: async () => {},
  stop: async () => {},
}
