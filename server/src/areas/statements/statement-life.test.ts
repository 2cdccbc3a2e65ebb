import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { contract } from '@kobo/contract'
import { lagosDay } from '@kobo/contract/kit/day'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aFile } from '../../testing/factories.ts'
import { manyMovements } from '../../testing/many-rows.ts'
import { aFundedMerchant, eventually, ownAccount } from '../../testing/payouts.ts'
import { uuidv7 } from '../../uuid.ts'
import { purgeStatements } from './build-statement.ts'

const { statements } = contract
const dayMs = 86_400_000
const person = { accept: 'text/html,application/xhtml+xml' }
const program = { accept: 'application/json' }

let merchantId: string
let app: TestApp
let ada: Client

const daysAgo = (days: number) => lagosDay(new Date(app.clock.now().getTime() - days * dayMs))
const download = (days: number, client = ada) =>
  client.call(statements.download, { merchantId, startDate: daysAgo(days), endDate: daysAgo(0) })
const follow = (address: string | undefined, headers = program) => fetch(new URL(address ?? '', app.url), { headers })
const waitUntilReady = (address: string | undefined) =>
  eventually(async () => (await follow(address)).status === 200, 60_000)

async function mailsTo(client: Client) {
  const { email } = await app.db
    .selectFrom('staff')
    .select('email')
    .where('id', '=', client.staffId)
    .executeTakeFirstOrThrow()
  return await app.db.selectFrom('outbox_mail').selectAll().where('to_address', '=', email).execute()
}

async function ordersOf(client: Client) {
  return await app.db.selectFrom('statement').selectAll().where('staff_id', '=', client.staffId).execute()
}

describe('statement orders', () => {
  beforeAll(async () => {
    app = await startApp({ jobs: 'running' })
    ;({ id: merchantId } = await aFundedMerchant(app.db, 7_500_000n))
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    ada = await app.signIn()
  })

  it('STMT-09 returns a link immediately that serves the file once it is generated', async () => {
    const reply = await download(3)
    expect(reply.data).toMatchObject({ making: true, statementURL: expect.stringMatching(/\.pdf\?/) })
    await waitUntilReady(reply.data.statementURL)
    await waitUntilReady(reply.data.csvURL)
    const repeated = await download(3)
    expect(repeated.data.making).toBe(false)
    // The same file, although its link may expire later.
    expect(repeated.data.csvURL?.split('?')[0]).toBe(reply.data.csvURL?.split('?')[0])
    expect(await ordersOf(ada)).toHaveLength(1)
  })

  it('generates and emails a statement once when its job runs twice', async () => {
    await waitUntilReady((await download(4)).data.statementURL)
    const [order] = await ordersOf(ada)
    const job = { statementId: order?.id ?? '', merchantId }
    await app.services.jobs.enqueue(app.db, 'statement', job)
    const other = await download(5)
    await waitUntilReady(other.data.statementURL)
    await eventually(async () => (await mailsTo(ada)).length === 2)
    expect((await ordersOf(ada)).map(({ tries }) => tries)).toEqual([1, 1])
  })

  it('generates a statement on another worker when the first one died', async () => {
    const { enqueue } = app.services.jobs
    app.services.jobs.enqueue = async () => {}
    const { statementURL } = (await download(6)).data
    app.services.jobs.enqueue = enqueue
    const [order] = await ordersOf(ada)
    const claimed = (untilMs: number) =>
      app.db
        .updateTable('statement')
        .set({ tries: 1, claimed_until: new Date(app.clock.now().getTime() + untilMs).toISOString() })
        .where('id', '=', order?.id ?? '')
        .execute()
    await claimed(dayMs)
    await app.services.jobs.enqueue(app.db, 'statement', { statementId: order?.id ?? '', merchantId })
    await waitUntilReady((await download(7)).data.statementURL)
    expect((await follow(statementURL)).status).toBe(202)
    await claimed(-1)
    await waitUntilReady(statementURL)
  })

  it('reports a failed statement at its link and by email after several attempts, and allows a new order', async () => {
    const { receive } = app.services.files
    let tries = 0
    app.services.files.receive = async () => {
      tries += 1
      throw new Error('The disk is full')
    }
    const { statementURL } = (await download(8)).data
    const [mail] = await eventually(async () => {
      const mails = await mailsTo(ada)
      return mails.length > 0 && mails
    }, 60_000)
    expect(mail).toMatchObject({ subject: 'Your statement could not be generated' })
    expect(tries).toBe(3)
    const response = await follow(statementURL)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      status: false,
      message: 'This file could not be generated. Request it again',
    })
    expect(await (await follow(statementURL, person)).text()).toContain('This file could not be generated.')
    app.services.files.receive = receive
    const anew = (await download(8)).data
    expect(anew.statementURL).not.toBe(statementURL)
    await waitUntilReady(anew.statementURL)
  })

  it.each([
    ['its operator is deactivated', { status: 'INACTIVE' }],
    ["a guest's access has ended", { role: 'AUDITOR', access_until: '2026-01-31T23:00:00Z' }],
  ] as const)('revokes all links of a statement, including emailed ones, when %s', async (_, ended) => {
    const { statementURL, csvURL } = (await download(9)).data
    await waitUntilReady(statementURL)
    const [mail] = await eventually(async () => {
      const mails = await mailsTo(ada)
      return mails.length > 0 && mails
    })
    const mailed = [...(mail?.text ?? '').matchAll(/http\S+\.(?:pdf|csv)\S+/g)].map(([link]) => {
      const { pathname, search } = new URL(link)
      return `${pathname}${search}`
    })
    expect(mailed).toHaveLength(2)
    for (const link of [statementURL, csvURL, ...mailed]) expect((await follow(link)).status).toBe(200)
    // An administrator must remain.
    await app.signIn()
    await app.db.updateTable('staff').set(ended).where('id', '=', ada.staffId).execute()
    for (const link of [statementURL, csvURL, ...mailed]) {
      const response = await follow(link)
      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({
        message: 'This link was revoked because its owner no longer has access',
      })
    }
    expect((await follow(statementURL, person)).headers.get('content-type')).toContain('text/html')
  })

  it('generates a statement with too many movements for a PDF as CSV only, with a note', async () => {
    const busy = await aFundedMerchant(app.db, 1_000n)
    const { id: accountId } = await ownAccount(app.db, busy.id)
    await manyMovements(app, { accountId, merchantId: busy.id, count: 20_000 })
    const period = { merchantId: busy.id, startDate: daysAgo(0), endDate: daysAgo(0) }
    const { data } = await ada.call(statements.download, period)
    expect(data.note).toBe('There are more than 20,000 movements, so the statement is available as CSV only')
    expect(data.statementURL).toBe(data.csvURL)
    await waitUntilReady(data.csvURL)
    const lines = (await (await follow(data.csvURL)).text()).trim().split('\r\n')
    expect(lines).toHaveLength(20_001 + 3)
    expect(lines.at(-1)).toBe(',Closing balance,,,,,,,210.00')
    const [mail] = await eventually(async () => {
      const mails = await mailsTo(ada)
      return mails.length > 0 && mails
    })
    expect(mail?.text).toContain('too many movements for a PDF')
    expect(mail?.text).not.toContain('.pdf')
  })
})

describe('statements in a stalled queue', () => {
  beforeAll(async () => {
    app = await startApp()
    app.services.jobs.enqueue = async () => {}
    ;({ id: merchantId } = await aFundedMerchant(app.db, 1_000n))
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    ada = await app.signIn()
  })

  it("rejects statements beyond the operator's quota of open ones under concurrent orders", async () => {
    const replies = await Promise.all(Array.from({ length: 30 }, (_, days) => download(days)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(20)
    const refused = replies.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(10)
    expect(refused[0]).toMatchObject({ code: 'too_many_requests' })
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await ordersOf(ada)).toHaveLength(20)
    expect((await download(31, await app.signIn())).status).toBe(200)
  })

  it("rejects statements beyond the operator's hourly quota, counting failed ones", async () => {
    for (let days = 0; days < 60; days++) {
      expect((await download(days)).status).toBe(200)
      await app.db.updateTable('file').set({ status: 'FAILED' }).where('staff_id', '=', ada.staffId).execute()
    }
    const over = await download(61)
    expect(over.status).toBe(429)
    const seconds = Number(over.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(3_000)
    expect(seconds).toBeLessThanOrEqual(3_600)
    app.clock.advance(3_600_000)
    expect((await download(61, ada)).status).toBe(200)
    app.clock.advance(-3_600_000)
  })

  it('serves progress at the link as JSON for programs and as a page for people', async () => {
    const { statementURL } = (await download(1)).data
    const progress = await follow(statementURL)
    expect(progress.status).toBe(202)
    expect(Number(progress.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await progress.json()).toMatchObject({ status: true, data: { making: true } })
    const shown = await follow(statementURL, person)
    expect(shown.status).toBe(202)
    expect(shown.headers.get('content-type')).toContain('text/html')
    expect(shown.headers.get('content-security-policy')).not.toContain('script')
    expect(shown.headers.get('refresh')).toBe(shown.headers.get('retry-after'))
    expect(await shown.text()).toContain('The download starts automatically')
  })

  it('deletes statements with their bytes once all links have expired, and nothing else', async () => {
    const { db, services } = app
    const folder = join(services.settings.dataDir, 'files')
    const file = { mode: 'PRODUCTION', contentType: 'text/csv', staffId: ada.staffId } as const
    const createStatement = async (daysOld: number) => {
      const at = new Date(app.clock.now().getTime() - daysOld * dayMs)
      const id = await services.files.promise(db, { ...file, name: `${daysOld}.csv` })
      const row = () => db.selectFrom('file').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const incoming = await services.files.receive(db, await row())
      await incoming.write(Buffer.from('Date,Description'))
      await services.files.settle(db, id, await incoming.end())
      const order = { id: uuidv7(at.getTime()), mode: 'PRODUCTION', merchant_id: merchantId, staff_id: ada.staffId }
      const days = { start_day: '2026-01-01', end_day: '2026-01-02' }
      await db
        .insertInto('statement')
        .values({ ...order, ...days, created_at: at.toISOString(), csv_file_id: id })
        .execute()
      const { storage_key: key } = await row()
      const path = join(folder, key.slice(0, 2), key)
      return { path, isStored: async () => (await db.selectFrom('file').where('id', '=', id).execute()).length === 1 }
    }
    const document = await aFile(db, { name: 'consent.pdf' })
    const expired = await Promise.all(Array.from({ length: 120 }, () => createStatement(9)))
    const recent = await createStatement(7)
    await purgeStatements(services, app.clock.now())
    for (const { path, isStored } of expired) {
      expect(await isStored()).toBe(false)
      await expect(access(path)).rejects.toThrow('ENOENT')
    }
    expect(await recent.isStored()).toBe(true)
    await access(recent.path)
    expect(await db.selectFrom('file').where('id', '=', document.id).execute()).toHaveLength(1)
  })
})
