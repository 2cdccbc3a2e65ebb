import { contract } from '@kobo/contract'
import { lagosDay } from '@kobo/contract/kit/day'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aDirector, aMerchant, aWallet } from '../../testing/factories.ts'
import { uuidv7 } from '../../uuid.ts'

const { everything } = contract.search
const bvns = { wallet: '22212345678', director: '22287654321', merchant: '22211112222', nobody: '22200000000' }
const nin = '51234567890'

let app: TestApp
let ada: Client
let auditor: Client
beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
  ada = await app.signIn({ firstName: 'Ada' })
  auditor = await app.signIn({ firstName: 'Chidi', role: 'AUDITOR' })
  const merchant = await aMerchant(app.db, { business_name: 'Adire House', bvn: bvns.merchant })
  await aDirector(app.db, merchant.id, { bvn: bvns.director })
  await aWallet(app.db, merchant, { account_name: 'Chidi Okafor', bvn: bvns.wallet, nin, phone_number: '08035550143' })
})
afterAll(() => app.close())

const audits = (staffId: string) =>
  app.db.selectFrom('audit').select(['record_id', 'after']).where('staff_id', '=', staffId).orderBy('id').execute()

/** Sets the number of the person's searches of this day. */
async function searched(client: Client, searches: number) {
  const day = lagosDay(app.clock.now())
  await app.db.deleteFrom('personal_number_search').where('staff_id', '=', client.staffId).execute()
  await app.db.insertInto('personal_number_search').values({ staff_id: client.staffId, day, searches }).execute()
}

const mails = async () => {
  const key = 'personal numbers %'
  return await app.db.selectFrom('job_key').select('key').where('kind', '=', 'mail').where('key', 'like', key).execute()
}

it('FIND-05 returns an auditor the same response for known and unknown numbers', async () => {
  const notFound = await auditor.call(everything, { text: bvns.nobody })
  for (const text of [bvns.wallet, bvns.director, bvns.merchant, nin, '222 1234 5678']) {
    const reply = await auditor.call(everything, { text })
    expect([reply.status, reply.data]).toEqual([notFound.status, notFound.data])
  }
  expect(notFound).toMatchObject({ status: 200, data: { hits: [] } })
  expect(await audits(auditor.staffId)).toContainEqual({ record_id: '2221*******', after: { refused: true } })
})

it('FIND-05 lets an auditor search by name and phone, and operators with the permission by personal number', async () => {
  for (const text of ['Chidi Okafor', '08035550143']) {
    expect((await auditor.call(everything, { text })).data.hits).toMatchObject([{ title: 'Chidi Okafor' }])
  }
  expect((await ada.call(everything, { text: bvns.wallet })).data.hits).toMatchObject([{ title: 'Chidi Okafor' }])
})

it('FIND-05 emails each administrator once when an operator exceeds 100 personal number searches in a day', async () => {
  await searched(auditor, 99)
  await auditor.call(everything, { text: bvns.nobody })
  expect(await mails()).toEqual([])
  const replies = await Promise.all([1, 2, 3].map(() => auditor.call(everything, { text: bvns.nobody })))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  const administrators = await app.db.selectFrom('staff').select('id').where('role', '=', 'ADMIN').execute()
  expect((await mails()).length).toBe(administrators.length)
  await searched(ada, 100)
  await ada.call(everything, { text: bvns.nobody })
  expect((await mails()).length).toBe(2 * administrators.length)
})

it('FIND-05 limits personal number searches to 500 per operator and day under concurrency, and no other search', async () => {
  await searched(ada, 497)
  const replies = await Promise.all(Array.from({ length: 8 }, () => ada.call(everything, { text: bvns.wallet })))
  expect([200, 429].map((status) => replies.filter((reply) => reply.status === status).length)).toEqual([3, 5])
  expect((await ada.call(everything, { text: bvns.nobody })).status).toBe(429)
  expect((await ada.call(everything, { text: 'Chidi Okafor' })).data.hits).toHaveLength(1)
  const other = await app.signIn({ email: `${uuidv7()}@demo.test` })
  expect((await other.call(everything, { text: bvns.wallet })).data.hits).toHaveLength(1)
})
