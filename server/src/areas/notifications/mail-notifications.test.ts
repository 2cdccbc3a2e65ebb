import { contract } from '@kobo/contract'
import type { Request } from '@kobo/contract/kit/call'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { runItemJob } from '../../jobs/item-jobs.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aMerchant } from '../../testing/factories.ts'
import { aNotification } from '../../testing/notifications.ts'
import { eventually } from '../../testing/payouts.ts'
import { itemJobContext, processItems } from '../../testing/run-inline.ts'
import { uuidv7 } from '../../uuid.ts'
import { mailNotifications } from './mail-notifications.ts'

const { notifications } = contract
const hourMs = 3_600_000
const dayMs = 24 * hourMs

type Choices = Request<typeof notifications.choose>['choices']

let app: TestApp
let ada: Client
let email: string
let bola: Client
let merchant: Awaited<ReturnType<typeof aMerchant>>

beforeAll(async () => {
  app = await startApp({ jobs: 'running', settings: { sessionIdleMs: 300 * dayMs, sessionLifeMs: 300 * dayMs } })
  bola = await app.signIn({ firstName: 'Bola' })
  merchant = await aMerchant(app.db, { business_name: 'Lekki Stores' })
})
afterAll(() => app.close())
beforeEach(async () => {
  email = `ada-${uuidv7()}@demo.test`
  ada = await app.signIn({ firstName: 'Ada', email })
})

const mailing = () => mailNotifications(app.services)
const mail = () => processItems(mailing())

async function choose(...choices: Choices) {
  expect((await ada.call(notifications.choose, { choices })).status).toBe(200)
}

async function notify(kind: string, more: { type?: string; mode?: string; agoMs?: number } = {}): Promise<string> {
  const { type = 'merchant', mode = 'PRODUCTION', agoMs = 0 } = more
  return await aNotification(app.db, {
    staffId: ada.staffId,
    mode,
    kind,
    recordType: type,
    recordId: merchant.id,
    facts: { by: bola.staffId, action: 'charges.update' },
    at: new Date(app.clock.now().getTime() - agoMs),
  })
}

/** Waits until every queued email is sent, and returns those of the person, oldest first. */
async function mails() {
  await eventually(async () => {
    const { rows } =
      await sql`select from pgboss.job where name = 'mail' and state not in ('completed', 'cancelled')`.execute(app.db)
    return rows.length === 0
  })
  const sent = app.db.selectFrom('outbox_mail').select(['subject', 'text']).where('to_address', '=', email)
  return await sent.orderBy('created_at').orderBy('id').execute()
}

it('emails at once, with the name of the record and a link, and only once', async () => {
  const id = await notify('MENTION')
  await mail()
  await mail()
  const [one, ...others] = await mails()
  expect(others).toEqual([])
  expect(one?.subject).toBe('Bola Okonkwo mentioned you in a note on Lekki Stores')
  expect(one?.text).toContain('Hello Ada,')
  expect(one?.text).toContain(`${app.services.settings.publicUrl}/notifications/${id}`)
})

it('emails nothing of kinds for the bell alone, that are off, or that were read', async () => {
  await choose({ kind: 'MENTION', choice: 'BELL' }, { kind: 'ASSIGNED', choice: 'OFF' })
  app.clock.advance(1)
  for (const kind of ['MENTION', 'ASSIGNED', 'CHANGE', 'UNKNOWN']) await notify(kind)
  await choose({ kind: 'NOTE', choice: 'AT_ONCE' })
  app.clock.advance(1)
  const notificationId = await notify('NOTE')
  expect((await ada.call(notifications.readOne, { notificationId })).status).toBe(200)
  app.clock.advance(dayMs)
  await mail()
  expect(await mails()).toEqual([])
})

it('emails nothing that is older than the choice', async () => {
  await notify('CHANGE', { agoMs: 60_000 })
  await choose({ kind: 'CHANGE', choice: 'AT_ONCE' })
  await mail()
  expect(await mails()).toEqual([])
})

it('sends an hourly email an hour after the first, with everything since, of both modes', async () => {
  await notify('REPLY')
  app.clock.advance(30 * 60_000)
  await notify('REPLY', { mode: 'SANDBOX' })
  await mail()
  expect(await mails()).toEqual([])
  app.clock.advance(31 * 60_000)
  await mail()
  const [one, ...others] = await mails()
  expect(others).toEqual([])
  expect(one?.subject).toBe('2 notifications')
  expect(one?.text.match(/\[Test\] /g)).toHaveLength(1)
  expect(one?.text).toMatch(/^Hello /)
  expect(one?.text.match(/Lekki Stores/g)).toHaveLength(2)
})

it('marks an email about Test alone in its subject and its first line', async () => {
  await notify('REPLY', { mode: 'SANDBOX' })
  await notify('REPLY', { mode: 'SANDBOX' })
  app.clock.advance(61 * 60_000)
  await mail()
  const [one] = await mails()
  expect(one?.subject).toBe('[Test] 2 notifications')
  expect(one?.text).toMatch(/^This message is about test mode, in which no money moves\.\n\nHello /)
})

it('sends a daily email at 07:00 in Lagos, which covers what waits for an hourly one', async () => {
  const clockTo = (hour: number) => {
    const now = app.clock.now().getTime()
    app.clock.advance(((hour - 1) * hourMs - (now % dayMs) + 2 * dayMs) % dayMs)
  }
  clockTo(6)
  await choose({ kind: 'CHANGE', choice: 'DAILY' })
  app.clock.advance(1)
  await notify('CHANGE')
  app.clock.advance(50 * 60_000)
  await notify('REPLY')
  await mail()
  expect(await mails()).toEqual([])
  clockTo(7)
  app.clock.advance(1_000)
  await mail()
  expect((await mails()).map(({ subject }) => subject)).toEqual(['2 notifications'])
  await notify('CHANGE')
  app.clock.advance(20 * hourMs)
  await mail()
  expect(await mails()).toHaveLength(1)
})

it('lists the newest 50, and says how many more there are', async () => {
  for (let nth = 0; nth < 53; nth += 1) await notify('MENTION')
  await mail()
  const [one, ...others] = await mails()
  expect(others).toEqual([])
  expect(one?.subject).toBe('53 notifications')
  expect(one?.text.match(/\/notifications\//g)).toHaveLength(50)
  expect(one?.text).toContain('And 3 more.')
})

it('sends nothing twice when two servers send at once', async () => {
  await notify('MENTION')
  await Promise.all([processItems(mailing()), processItems(mailing())])
  const errors: unknown[] = []
  const context = itemJobContext(app.engine, errors)
  await notify('ASSIGNED')
  await Promise.all([runItemJob(context, mailing()), runItemJob(context, mailing())])
  expect(errors).toEqual([])
  expect(await mails()).toHaveLength(2)
})

it('sends nothing of what the person may not read any longer, and nothing to whoever was deactivated', async () => {
  const roleId = uuidv7()
  await app.db
    .insertInto('role')
    .values({ id: roleId, name: `Role ${roleId}`, about: '', created_at: new Date().toISOString() })
    .execute()
  await app.db.insertInto('role_right').values({ role_id: roleId, permission: 'merchants.read' }).execute()
  await sql`update staff set role = ${roleId} where id = ${ada.staffId}`.execute(app.db)
  await notify('MENTION')
  await notify('ASSIGNED')
  await mail()
  expect((await mails()).map(({ text }) => text.match(/\/notifications\//g)?.length)).toEqual([1])
  await sql`update staff set status = 'INACTIVE' where id = ${ada.staffId}`.execute(app.db)
  await notify('ASSIGNED')
  await mail()
  await mailing().process(ada.staffId, '')
  expect(await mails()).toHaveLength(1)
})
