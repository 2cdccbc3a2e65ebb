import { contract } from '@kobo/contract'
import { transferRoutes } from '@kobo/contract/kit/transfer-route'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aFundedMerchant, aPayout, eventually } from '../../testing/payouts.ts'

const { settings } = contract

let app: TestApp
let ada: Client
beforeAll(async () => {
  app = await startApp({
    rails: 'running',
    settings: { switchTimeoutMs: 400 },
    delays: { requerySeconds: () => 1.5 },
  })
  ada = await app.signIn()
})
afterAll(() => app.close())
afterEach(async () => {
  await app.db.updateTable('transfer_route').set({ route: 'NIP' }).execute()
})

async function read(id: string) {
  return await app.db.selectFrom('transaction').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

async function finished(id: string) {
  return await eventually(async () => {
    const row = await read(id)
    return row.status === 'SUCCESS' || row.status === 'FAILED' ? row : undefined
  })
}

/** Returns the switches that received a payment. */
async function receivingRoutes(sessionId: string | null) {
  const { rows } = await app.database.pool.query<{ route: string }>(
    'select route from outside.payment where session_id = $1',
    [sessionId],
  )
  return rows.map(({ route }) => route)
}

it('CONST-09 offers exactly two switches as routes', () => {
  expect([...transferRoutes]).toEqual(['NIP', 'ETRANZACT'])
})

it('API-02 API-03 returns and changes the route of one mode, with an audit row', async () => {
  expect((await ada.call(settings.transferRoute, {})).data).toEqual({ transferRoute: 'NIP', mayChange: true })
  const changed = await ada.call(settings.changeTransferRoute, { transferRoute: 'ETRANZACT' })
  expect(changed).toMatchObject({ status: 200, message: 'Live payouts are now sent through ETRANZACT' })
  expect((await ada.call(settings.transferRoute, {})).data.transferRoute).toBe('ETRANZACT')
  const inTest = await app.signIn({ mode: 'SANDBOX' })
  expect((await inTest.call(settings.transferRoute, {})).data.transferRoute).toBe('NIP')
  const audit = await app.db.selectFrom('audit').selectAll().where('staff_id', '=', ada.staffId).execute()
  expect(audit).toEqual([
    expect.objectContaining({
      action: 'settings.change-transfer-route',
      record_id: 'PRODUCTION',
      before: { route: 'NIP' },
      after: { route: 'ETRANZACT' },
    }),
  ])
})

it.each([
  [{}, 'Select a route'],
  [{ transferRoute: '' }, 'Select a route'],
  [{ transferRoute: 'nip' }, 'Select a route'],
  [{ transferRoute: 'UPSL' }, 'Select a route'],
  [{ transferRoute: null }, 'Select a route'],
  [{ transferRoute: 1 }, 'Select a route'],
  [{ transferRoute: ['NIP'] }, 'Select a route'],
  [{ transferRoute: 'N'.repeat(100_000) }, 'Select a route'],
  [{ transferRoute: 'NIP', mode: 'SANDBOX' }, 'Unknown field: mode'],
])('API-03 VALID-23 rejects the route %.80j', async (body, message) => {
  const reply = await ada.call(
    settings.changeTransferRoute,
    { transferRoute: 'NIP' },
    { rawBody: JSON.stringify(body) },
  )
  expect(reply).toMatchObject({ status: 400, message })
})

it('API-03 lets an auditor read the route but not change it', async () => {
  const auditor = await app.signIn({ role: 'AUDITOR' })
  expect((await auditor.call(settings.transferRoute, {})).data).toEqual({ transferRoute: 'NIP', mayChange: false })
  const refused = await auditor.call(settings.changeTransferRoute, { transferRoute: 'ETRANZACT' })
  expect(refused).toMatchObject({ status: 403, code: 'not_permitted' })
  expect((await ada.call(settings.transferRoute, {})).data.transferRoute).toBe('NIP')
})

it('SETTINGS-05 sends queued payouts through the new route and queries sent ones through the old one', async () => {
  const live = await aFundedMerchant(app.db, 100_000_000n)
  const test = await aFundedMerchant(app.db, 100_000_000n, 'SANDBOX')
  const { jobs } = app.services
  // The switch books it without responding, so that a status query follows later.
  const sent = await aPayout(app.db, jobs, { merchant: live, accountNumber: '0123456801' })
  const waiting = await aPayout(app.db, jobs, { merchant: live, afterSeconds: 2 })
  await eventually(async () => (await read(sent)).status === 'PENDING')
  expect(await read(waiting)).toMatchObject({ status: 'QUEUED', route: null })

  await ada.call(settings.changeTransferRoute, { transferRoute: 'ETRANZACT' })
  expect((await read(sent)).status).toBe('PENDING')
  const inTest = await aPayout(app.db, jobs, { merchant: test })
  for (const [id, route] of [
    [sent, 'NIP'],
    [waiting, 'ETRANZACT'],
    [inTest, 'NIP'],
  ] as const) {
    const done = await finished(id)
    expect(done).toMatchObject({ status: 'SUCCESS', route })
    expect(await receivingRoutes(done.session_id)).toEqual([route])
  }
})
