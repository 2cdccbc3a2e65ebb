import { contract } from '@kobo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startLaneHealthReports } from '../../engine/lane-health.ts'
import { bankLane, openLanes } from '../../rails/lanes.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { eventually } from '../../testing/payouts.ts'
import { uuidv7 } from '../../uuid.ts'

const { outside } = contract
const gtb = bankLane('NIP', '058', 'PRODUCTION')
const since = '2026-11-21T13:05:00.000Z'

let app: TestApp
let ada: Client
beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
  ada = await app.signIn({ role: 'AUDITOR' })
})
afterAll(() => app.close())

const read = async () => (await ada.call(outside.trouble, {})).data.trouble

async function storeReport(lane: string, state: string, from: string, agoMs = 0) {
  const seen_at = new Date(app.clock.now().getTime() - agoMs).toISOString()
  await app.db.insertInto('lane_trouble').values({ server_id: uuidv7(), lane, state, since: from, seen_at }).execute()
}

it('merges the reports of all servers by bank and receiver, with start time and waiting jobs', async () => {
  expect(await read()).toEqual([])
  await storeReport(gtb, 'slow', '2026-11-21T13:06:00.000Z')
  await storeReport(gtb, 'open', since)
  await storeReport('receiver:shop.example:8443', 'open', '2026-11-21T13:07:00.000Z')
  // A report that its server has not renewed is stale: the server has stopped.
  await storeReport(bankLane('NIP', '057', 'PRODUCTION'), 'open', since, 120_000)
  const jobOptions = { afterSeconds: 3_600, lanes: [gtb, 'merchant:ada'] }
  for (const transactionId of ['one', 'two']) {
    await app.services.jobs.enqueue(app.db, 'requery', { transactionId, merchantId: 'ada', attempt: 1 }, jobOptions)
  }
  expect(await read()).toEqual([
    { kind: 'bank', name: 'Guaranty Trust Bank', route: 'NIP', state: 'open', since, servers: 2, waiting: 2 },
    {
      kind: 'receiver',
      name: 'shop.example:8443',
      route: null,
      state: 'open',
      since: '2026-11-21T13:07:00.000Z',
      servers: 1,
      waiting: 0,
    },
  ])
  await app.db.deleteFrom('lane_trouble').execute()
})

it('updates when a lane opens and closes, and removes the reports of a stopped server', async () => {
  const lanes = openLanes({ rules: { bank: { atOnce: 9, opensAfter: 1 } }, firstRestMs: 0 })
  const enter = () => {
    const { permit } = lanes.enter([gtb])
    if (permit === null) throw new Error('There is no place')
    return permit
  }
  const reports = startLaneHealthReports({ db: app.db, lanes, clock: app.clock.now }, () => {}, 20)
  enter().leave('silent')
  await eventually(async () => (await read())[0]?.state === 'open')
  enter().leave('answered')
  await eventually(async () => (await read()).length === 0)
  enter().leave('silent')
  await eventually(async () => (await read()).length === 1)
  await reports.stop()
  expect(await read()).toEqual([])
})

it('shows a bank only in the mode whose payouts wait, and services without a mode in both', async () => {
  await storeReport(bankLane('NIP', '057', 'SANDBOX'), 'open', since)
  await storeReport('bank:BILLER:IKEDC', 'open', since)
  await storeReport('receiver:shop.example:8443', 'open', since)
  const names = async (operator: Client) =>
    (await operator.call(outside.trouble, {})).data.trouble.map(({ name }) => name).toSorted()
  expect(await names(ada)).toEqual(['IKEDC', 'shop.example:8443'])
  expect(await names(await app.signIn({ mode: 'SANDBOX' }))).toEqual(['IKEDC', 'Zenith Bank', 'shop.example:8443'])
})
