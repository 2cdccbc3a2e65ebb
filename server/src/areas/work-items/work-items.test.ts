import { contract } from '@kobo/contract'
import type { GrantedPermission } from '@kobo/contract/kit/permission'
import { workKindNames } from '@kobo/contract/kit/work-kinds'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { transact } from '../../db/transact.ts'
import { workItemUpdates } from '../../engine/work-items/after-write.ts'
import { claimNext } from '../../engine/work-items/claims.ts'
import { collectWorkItems } from '../../engine/work-items/collect-items.ts'
import { runDueTimesJob } from '../../engine/work-items/due-times-job.ts'
import { contact as contactSource } from '../../engine/work-items/kinds/contact.ts'
import { type OpenQuery, selectOpen, type Within } from '../../engine/work-items/work-source.ts'
import { listItemErrors } from '../../jobs/item-errors.ts'
import { runItemJob } from '../../jobs/item-jobs.ts'
import { aContactMessage } from '../../testing/a-contact-message.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { disputed, collected } from '../../testing/disputes.ts'
import { mailTo } from '../../testing/mails.ts'
import { aMerchant } from '../../testing/factories.ts'
import { aFundedMerchant, ownAccount } from '../../testing/payouts.ts'
import { itemJobContext, processItems } from '../../testing/run-inline.ts'
import { uuidv7 } from '../../uuid.ts'

const { workItems, merchants, session, team, roles, contact, disputes, freezes } = contract
const hourMs = 3_600_000
const dayMs = 24 * hourMs

let app: TestApp
let ada: Client
let merchant: Awaited<ReturnType<typeof aMerchant>>

beforeAll(async () => {
  app = await startApp({ jobs: 'running', settings: { sessionIdleMs: 300 * dayMs, sessionLifeMs: 300 * dayMs } })
  ada = await app.signIn({ firstName: 'Ada' })
  merchant = await aFundedMerchant(app.db, 10_000_000n)
})
afterAll(() => app.close())
beforeEach(async () => {
  await sql`delete from work_item`.execute(app.db)
  await sql`update contact_message set status = 'ANSWERED', answer = 'x', answered_at = now(), answered_by = ${ada.staffId}
    where status = 'NEW'`.execute(app.db)
})

const collecting = () => collectWorkItems({ db: app.db, clock: app.clock.now })
const collect = () => processItems(collecting())

/** Adds contact messages, the first one opened first, and returns their ids. */
async function messages(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let nth = 0; nth < count; nth += 1) {
    const createdAt = new Date(app.clock.now().getTime() - (count - nth) * 60_000).toISOString()
    ids.push((await aContactMessage(app.db, merchant, { created_at: createdAt })).id)
  }
  await collect()
  return ids
}

async function itemOf(subjectId: string) {
  const found = app.db.selectFrom('work_item').selectAll().where('subject_id', '=', subjectId)
  return await found.orderBy('id', 'desc').executeTakeFirstOrThrow()
}

const list = async (who: Client, query: Record<string, unknown> = {}) =>
  (await who.call(workItems.list, { kind: 'CONTACT', ...query })).data.items
const idOf = async (subjectId: string) => (await itemOf(subjectId)).id

/** Signs in somebody whose role has these rights. */
async function withRights(...permissions: string[]): Promise<Client> {
  const id = uuidv7()
  const role = { id, name: `Role ${id}`, about: '', created_at: new Date().toISOString() }
  await app.db.insertInto('role').values(role).execute()
  await app.db
    .insertInto('role_right')
    .values(permissions.map((permission) => ({ role_id: id, permission })))
    .execute()
  return await app.signIn({ role: id })
}

describe('next', () => {
  it('gives 32 people who call at once 32 different items, none of them done', async () => {
    const ids = await messages(40)
    const people = await Promise.all(Array.from({ length: 32 }, () => app.signIn()))
    // These are done, but the collector has not noticed.
    const done = ids.slice(0, 4)
    await sql`update contact_message set status = 'ANSWERED', answer = 'x', answered_at = now(), answered_by = ${ada.staffId}
      where id = any(${done}::uuid[])`.execute(app.db)
    const replies = await Promise.all(people.map((person) => person.call(workItems.next, { kinds: ['CONTACT'] })))
    expect(replies.map(({ status }) => status)).toEqual(people.map(() => 200))
    const given = replies.map(({ data }) => data.item?.record.id ?? '')
    expect(new Set(given).size).toBe(32)
    expect(given.filter((id) => done.includes(id))).toEqual([])
    expect(given.toSorted()).toEqual(ids.slice(4, 36).toSorted())
    for (const id of done) expect(await itemOf(id)).toMatchObject({ closed_at: expect.any(String), claimed_by: null })
  })

  it('gives what is due first, does not repeat what one skipped, and marks it for a lead after three', async () => {
    const [first = '', second = ''] = await messages(2)
    const given = (await ada.call(workItems.next, { kinds: ['CONTACT'] })).data.item
    expect(given).toMatchObject({
      record: { type: 'contact_message', id: first, name: 'Hadiza Bello: Fees' },
      claim: { isOwn: true },
    })
    const skippedItemId = given?.id ?? ''
    expect(await ada.call(workItems.next, { skippedItemId })).toMatchObject({
      status: 400,
      fields: { reason: 'Reason is required' },
    })
    const skipped = await ada.call(workItems.next, { kinds: ['CONTACT'], skippedItemId, reason: 'I know the sender' })
    expect(skipped.data.item?.record.id).toBe(second)
    expect(await ada.call(workItems.next, { kinds: ['CONTACT'] })).toMatchObject({
      status: 409,
      message: 'Nothing is waiting for you now',
    })
    for (const firstName of ['Bola', 'Chidi']) {
      const person = await app.signIn({ firstName })
      expect((await person.call(workItems.next, { kinds: ['CONTACT'] })).data.item?.record.id).toBe(first)
      const reply = await person.call(workItems.next, { kinds: ['CONTACT'], skippedItemId, reason: 'Not mine' })
      expect(reply).toMatchObject({
        status: 200,
        message: 'Skipped. Nothing else is waiting for you now',
        data: { item: null },
      })
    }
    expect(await list(ada, { state: 'SKIPPED' })).toMatchObject([{ id: skippedItemId, skips: 3, claim: null }])
    const { email } = await app.db
      .selectFrom('staff')
      .select('email')
      .where('id', '=', ada.staffId)
      .executeTakeFirstOrThrow()
    const told = await mailTo(app, email, 'skipped work')
    expect(told.subject).toBe('3 people skipped work: Contact message')
    expect(told.text).toContain('Contact message of Hadiza Bello: Fees')
    const actions = app.db
      .selectFrom('audit')
      .select('action')
      .where('record_id', '=', first)
      .where('record_type', '=', 'contact_message')
    expect((await actions.execute()).map(({ action }) => action).toSorted()).toEqual([
      'work.claim',
      'work.claim',
      'work.claim',
      'work.skip',
      'work.skip',
      'work.skip',
    ])
  })
})

describe('the work on a record', () => {
  it('is listed for whoever may read it, with that of records on its page', async () => {
    const [message = ''] = await messages(1)
    const ofMessage = { recordType: 'contact_message', recordId: message } as const
    await ada.call(workItems.claim, { itemId: await idOf(message) })
    const bola = await app.signIn({ firstName: 'Bola' })
    expect((await bola.call(workItems.record, ofMessage)).data.items).toMatchObject([
      { kind: 'CONTACT', record: { id: message }, claim: { staffName: 'Ada Okonkwo', isOwn: false } },
    ])
    await app.db.updateTable('work_item').set({ parent_id: merchant.id }).where('subject_id', '=', message).execute()
    const ofMerchant = { recordType: 'merchant', recordId: merchant.id } as const
    expect((await bola.call(workItems.record, ofMerchant)).data.items).toMatchObject([{ record: { id: message } }])
    await ada.call(contact.answer, { messageId: message, answer: 'Done' })
    expect((await bola.call(workItems.record, ofMessage)).data.items).toEqual([])
    const unknown = await bola.call(workItems.record, { recordType: 'merchant', recordId: uuidv7() })
    expect(unknown).toMatchObject({ status: 404, message: 'This merchant was not found in this mode' })
  })

  it('is hidden with its record from other roles and in the other mode', async () => {
    const [message = ''] = await messages(1)
    const ofMessage = { recordType: 'contact_message', recordId: message } as const
    const reader = await withRights('work.read', 'merchants.read')
    expect((await reader.call(workItems.record, ofMessage)).status).toBe(404)
    const inTest = await app.signIn({ mode: 'SANDBOX' })
    expect((await inTest.call(workItems.record, ofMessage)).status).toBe(404)
  })
})

describe('the upcoming item', () => {
  it('is what next would give, without those that one skipped, and claims nothing', async () => {
    const [first = '', second = ''] = await messages(2)
    const worker = await withRights('work.read', 'work.write', 'contact.write', 'contact.read', 'merchants.read')
    const upcoming = async () => (await worker.call(workItems.upcoming, {})).data.item
    expect(await upcoming()).toMatchObject({ record: { id: first }, claim: null })
    expect(await list(worker, { state: 'MINE' })).toEqual([])
    await ada.call(workItems.claim, { itemId: await idOf(first) })
    expect(await upcoming()).toMatchObject({ record: { id: second } })
    await worker.call(workItems.next, { skippedItemId: await idOf(second), reason: 'Not mine' })
    expect(await upcoming()).toBeNull()
  })
})

describe('claims', () => {
  it('belong to one person, are shown to others, and end by release', async () => {
    const [message = ''] = await messages(1)
    const itemId = await idOf(message)
    const bola = await app.signIn({ firstName: 'Bola' })
    expect(await ada.call(workItems.claim, { itemId })).toMatchObject({
      status: 200,
      message: 'Claimed: Contact message of Hadiza Bello: Fees',
    })
    const refused = await bola.call(workItems.claim, { itemId })
    expect(refused.status).toBe(409)
    expect(refused.message).toMatch(/^Ada Okonkwo has this since /)
    expect((await bola.call(workItems.release, { itemId })).status).toBe(200)
    expect(await list(ada)).toMatchObject([{ claim: null }])
  })

  it('of others are released by leads only, and all of them at once with one note', async () => {
    const ids = await messages(3)
    const worker = await withRights('work.read', 'work.write', 'contact.write', 'contact.read', 'merchants.read')
    for (const id of ids) await ada.call(workItems.claim, { itemId: await idOf(id) })
    expect((await worker.call(workItems.release, { itemId: await idOf(ids[0] ?? '') })).status).toBe(409)
    expect(await list(worker, { state: 'OTHERS' })).toHaveLength(3)
    expect(await list(worker, { state: 'FREE' })).toEqual([])
    expect(await ada.call(workItems.release, { note: 'End of shift' })).toMatchObject({
      status: 200,
      data: { released: 3 },
    })
    expect(await list(worker, { state: 'FREE' })).toMatchObject([
      { note: 'End of shift' },
      { note: 'End of shift' },
      { note: 'End of shift' },
    ])
    expect((await ada.call(workItems.release, {})).status).toBe(409)
  })

  it('are handed over in one mode at a time', async () => {
    const [here = ''] = await messages(1)
    const inTest = await aMerchant(app.db, { mode: 'SANDBOX' })
    const { id: there } = await aContactMessage(app.db, inTest)
    await collect()
    const bola = await app.signIn({ firstName: 'Bola' })
    await bola.call(workItems.claim, { itemId: await idOf(here) })
    await bola.call(session.changeMode, { mode: 'SANDBOX' })
    await bola.call(workItems.claim, { itemId: await idOf(there) })
    expect(await bola.call(workItems.release, {})).toMatchObject({ status: 200, data: { released: 1 } })
    expect(await itemOf(here)).toMatchObject({ claimed_by: bola.staffId })
    expect(await itemOf(there)).toMatchObject({ claimed_by: null })
    const released = app.db.selectFrom('audit').select(['mode', 'record_id']).where('action', '=', 'work.release')
    expect(await released.where('staff_id', '=', bola.staffId).execute()).toEqual([
      { mode: 'SANDBOX', record_id: there },
    ])
  })

  it('last for the lease, are renewed by writes of their holder, and taken again if free', async () => {
    const [id = ''] = await messages(1)
    const itemId = await idOf(id)
    const disputeId = await disputed(app.services, await collected(app.services, { merchantId: merchant.id }), {
      staffId: ada.staffId,
    })
    await collect()
    const ofDispute = await idOf(disputeId)
    await ada.call(workItems.claim, { itemId })
    await ada.call(workItems.claim, { itemId: ofDispute })
    const end = (await itemOf(disputeId)).claimed_until ?? ''
    app.clock.advance(40 * 60_000)
    await ada.call(disputes.changeStatus, { disputeId, status: 'IN_PROGRESS', reason: 'Seen' })
    expect(Date.parse((await itemOf(disputeId)).claimed_until ?? '') - Date.parse(end)).toBeGreaterThan(39 * 60_000)
    // The lease ends while a dialog is open.
    app.clock.advance(61 * 60_000)
    expect(await list(ada, { kind: 'DISPUTE', state: 'MINE' })).toEqual([])
    expect(
      (await ada.call(disputes.changeStatus, { disputeId, status: 'AWAITING_FEEDBACK', reason: 'Asked' })).status,
    ).toBe(200)
    expect(await list(ada, { kind: 'DISPUTE', state: 'MINE' })).toMatchObject([{ claim: { isOwn: true } }])
    app.clock.advance(61 * 60_000)
    const bola = await app.signIn({ firstName: 'Bola' })
    expect((await bola.call(workItems.claim, { itemId: ofDispute })).status).toBe(200)
    expect(
      (await ada.call(disputes.changeStatus, { disputeId, status: 'FEEDBACK_PROVIDED', reason: 'Came' })).status,
    ).toBe(200)
    expect((await itemOf(disputeId)).claimed_by).toBe(bola.staffId)
    await ada.call(disputes.changeStatus, { disputeId, status: 'CLOSED', reason: 'Over' })
    expect(await itemOf(disputeId)).toMatchObject({ closed_by: ada.staffId, outcome: 'dispute.status' })
  })

  it('end with sign-out and deactivation; what a lead assigned stays until deactivation', async () => {
    const [leased = '', assigned = ''] = await messages(2)
    const bola = await app.signIn({ firstName: 'Bola' })
    await bola.call(workItems.claim, { itemId: await idOf(leased) })
    const reply = await ada.call(workItems.assign, { itemIds: [await idOf(assigned)], staffId: bola.staffId })
    expect(reply).toMatchObject({ status: 200, message: 'Bola Okonkwo now has 1 item more' })
    await bola.call(session.logout, {})
    expect(await itemOf(leased)).toMatchObject({ claimed_by: null, claimed_until: null })
    expect(await itemOf(assigned)).toMatchObject({
      claimed_by: bola.staffId,
      claimed_until: null,
      assigned_by: ada.staffId,
    })
    expect(
      (await ada.call(team.changeMember, { memberId: bola.staffId, status: 'INACTIVE', reason: 'Left' })).status,
    ).toBe(200)
    expect(await itemOf(assigned)).toMatchObject({ claimed_by: null, assigned_by: null })
  })

  it('of a kind that a role loses end, and only those', async () => {
    const [id = ''] = await messages(1)
    const disputeId = await disputed(app.services, await collected(app.services, { merchantId: merchant.id }), {
      staffId: ada.staffId,
    })
    await collect()
    const kept = [
      'work.read',
      'work.write',
      'merchants.read',
      'disputes.read',
      'disputes.write',
      'contact.read',
    ] as const
    const change = { reason: 'The desk is split' }
    const rightsOf = (...permissions: GrantedPermission[]) => permissions.map((permission) => ({ permission }))
    const desk = { name: `Desk ${uuidv7()}`, rights: rightsOf(...kept, 'contact.write'), ...change }
    const roleId = (await ada.call(roles.create, desk)).data.role.id
    const clerk = await app.signIn({ role: roleId })
    const itemIds = [await idOf(id), await idOf(disputeId)]
    await ada.call(workItems.assign, { itemIds, staffId: clerk.staffId })
    await ada.call(roles.update, { roleId, version: 1, rights: rightsOf(...kept), ...change })
    expect(await itemOf(id)).toMatchObject({ claimed_by: null, assigned_by: null })
    expect(await itemOf(disputeId)).toMatchObject({ claimed_by: clerk.staffId })
  })

  it('of a guest end when the access does', async () => {
    const [id = ''] = await messages(1)
    const guest = await app.signIn({ role: 'SUPPORT' })
    await ada.call(workItems.assign, { itemIds: [await idOf(id)], staffId: guest.staffId })
    await sql`update staff set access_until = ${app.clock.now().toISOString()} where id = ${guest.staffId}`.execute(
      app.db,
    )
    await collect()
    expect(await itemOf(id)).toMatchObject({ claimed_by: null })
  })

  it('of a KYC go to the operator who starts the review, even before it was collected', async () => {
    const { id: merchantId } = await aMerchant(app.db)
    const bola = await app.signIn({ firstName: 'Bola' })
    expect((await bola.call(merchants.startReview, { merchantId })).status).toBe(200)
    expect(await itemOf(merchantId)).toMatchObject({ kind: 'KYC', claimed_by: bola.staffId })
  })
})

describe('snooze', () => {
  it('puts an item off within limits, and never moves its due time', async () => {
    const [id = ''] = await messages(1)
    const itemId = await idOf(id)
    const worker = await withRights('work.read', 'work.write', 'contact.write', 'contact.read', 'merchants.read')
    const { due_at } = await itemOf(id)
    const snooze = (who: Client, ms: number) =>
      who.call(workItems.snooze, {
        itemId,
        until: new Date(app.clock.now().getTime() + ms).toISOString(),
        reason: 'Tomorrow',
      })
    expect(await snooze(worker, -1)).toMatchObject({ status: 422, fields: { until: 'The end must be in the future' } })
    expect((await snooze(worker, 7 * dayMs + 60_000)).status).toBe(422)
    const late = await snooze(worker, 6 * dayMs)
    expect(late.fields?.['until']).toMatch(/^It is due on .*: only a lead can snooze it for longer$/)
    await worker.call(workItems.claim, { itemId })
    expect(await snooze(ada, 6 * dayMs)).toMatchObject({
      status: 200,
      data: { item: { claim: null, note: 'Tomorrow' } },
    })
    expect(await itemOf(id)).toMatchObject({ due_at })
    expect(await list(ada)).toEqual([])
    expect(await list(ada, { state: 'SNOOZED' })).toHaveLength(1)
    const { kinds } = (await ada.call(workItems.team, {})).data
    expect(kinds.find(({ kind }) => kind === 'CONTACT')).toMatchObject({ open: 0, unclaimed: 0, oldestAt: null })
    expect((await worker.call(workItems.next, { kinds: ['CONTACT'] })).status).toBe(409)
    app.clock.advance(6 * dayMs + 60_000)
    expect((await worker.call(workItems.next, { kinds: ['CONTACT'] })).data.item?.id).toBe(itemId)
  })

  it("ends when the merchant replies, and not by anything else's news", async () => {
    const ids: string[] = []
    for (const _ of [1, 2]) {
      const transactionId = await collected(app.services, { merchantId: merchant.id })
      ids.push(await disputed(app.services, transactionId, { staffId: ada.staffId, at: app.clock.now() }))
    }
    await collect()
    const until = new Date(app.clock.now().getTime() + hourMs).toISOString()
    for (const id of ids) await ada.call(workItems.snooze, { itemId: await idOf(id), until, reason: 'Wait' })
    app.clock.advance(1_000)
    const at = app.clock.now()
    await app.db
      .insertInto('dispute_message')
      .values({
        id: uuidv7(at.getTime()),
        dispute_id: ids[0] ?? '',
        merchant_id: merchant.id,
        created_at: at.toISOString(),
        sender_role: 'MERCHANT',
        subject: 'Re',
        message: 'Here it is',
      })
      .execute()
    await collect()
    expect(await list(ada, { kind: 'DISPUTE', state: 'SNOOZED' })).toMatchObject([{ record: { id: ids[1] } }])
    await sql`update dispute set status = 'CLOSED' where id = any(${ids}::uuid[])`.execute(app.db)
  })
})

describe('clocks', () => {
  it('stand still while feedback is awaited, also if the item closes meanwhile', async () => {
    const transactionId = await collected(app.services, { merchantId: merchant.id })
    const disputeId = await disputed(app.services, transactionId, { staffId: ada.staffId, at: app.clock.now() })
    await collect()
    const { due_at } = await itemOf(disputeId)
    const change = (status: 'IN_PROGRESS' | 'AWAITING_FEEDBACK' | 'FEEDBACK_PROVIDED' | 'CLOSED') =>
      ada.call(disputes.changeStatus, { disputeId, status, reason: 'Seen' })
    await change('IN_PROGRESS')
    await change('AWAITING_FEEDBACK')
    expect(await itemOf(disputeId)).toMatchObject({ paused_at: expect.any(String), due_at })
    app.clock.advance(2 * hourMs)
    await change('FEEDBACK_PROVIDED')
    const movedMs = async () => Date.parse((await itemOf(disputeId)).due_at) - Date.parse(due_at)
    expect(await itemOf(disputeId)).toMatchObject({ paused_at: null })
    expect(Math.round((await movedMs()) / 60_000)).toBe(120)
    await collect()
    expect(Math.round((await movedMs()) / 60_000)).toBe(120)
    await change('AWAITING_FEEDBACK')
    app.clock.advance(hourMs)
    await change('CLOSED')
    expect(Math.round((await movedMs()) / 60_000)).toBe(180)
    expect(await itemOf(disputeId)).toMatchObject({ paused_at: null, closed_at: expect.any(String) })
  })

  const clock = { kind: 'CONTACT', minutes: 60, counts: 'ALWAYS', warnAt: 50, leaseMinutes: 30 } as const
  const dueTimes = () => runDueTimesJob(app.engine, { kind: null, after: '' })

  it('are changed by leads, which moves what is not late', async () => {
    expect(await ada.call(workItems.changeClock, { ...clock, minutes: 0 })).toMatchObject({
      status: 400,
      fields: { minutes: expect.any(String) },
    })
    expect((await ada.call(workItems.changeClock, { ...clock, minutes: null })).status).toBe(422)
    expect((await ada.call(workItems.changeClock, { ...clock, kind: 'DISPUTE' })).status).toBe(422)
    const worker = await withRights('work.read', 'work.write')
    expect((await worker.call(workItems.changeClock, clock)).status).toBe(403)
    const [id = '', late = ''] = await messages(2)
    const past = new Date(app.clock.now().getTime() - hourMs).toISOString()
    await sql`update work_item set due_at = ${past} where subject_id = ${late}`.execute(app.db)
    expect((await ada.call(workItems.changeClock, clock)).status).toBe(200)
    await dueTimes()
    const item = await itemOf(id)
    expect(Date.parse(item.due_at) - Date.parse(item.opened_at)).toBe(hourMs)
    expect(Date.parse(item.warns_at) - Date.parse(item.opened_at)).toBe(hourMs / 2)
    expect((await itemOf(late)).due_at).toBe(past)
    expect((await ada.call(workItems.clocks, {})).data.clocks.find(({ kind }) => kind === 'CONTACT')).toEqual(clock)
    const audit = app.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'work.clock')
      .where('record_id', '=', 'CONTACT')
    expect(await audit.execute()).toMatchObject([{ before: { minutes: 480 }, after: { minutes: 60 } }])
    await ada.call(workItems.changeClock, { ...clock, minutes: 480, counts: 'BUSINESS', warnAt: 75, leaseMinutes: 60 })
  })

  it('skip a holiday that is added for today', async () => {
    const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', until: '24:00' }))
    expect((await ada.call(workItems.changeHours, { hours, holidays: [] })).status).toBe(200)
    const { id } = await aContactMessage(app.db, merchant, { created_at: app.clock.now().toISOString() })
    await collect()
    const opened = new Date((await itemOf(id)).opened_at)
    expect(Date.parse((await itemOf(id)).due_at) - opened.getTime()).toBe(8 * hourMs)
    const today = new Date(opened.getTime() + hourMs).toISOString().slice(0, 10)
    const holidays = [{ day: today, name: 'Eid' }]
    expect((await ada.call(workItems.changeHours, { hours, holidays })).status).toBe(200)
    await dueTimes()
    // The whole day does not count: eight hours of the next one.
    const tomorrow = Date.parse(`${today}T00:00:00+01:00`) + dayMs
    expect(Date.parse((await itemOf(id)).due_at)).toBe(tomorrow + 8 * hourMs)
    expect((await ada.call(workItems.clocks, {})).data).toMatchObject({ hours, holidays })
    const overlap = [
      { weekday: 1, from: '08:00', until: '12:00' },
      { weekday: 1, from: '11:00', until: '17:00' },
    ]
    expect((await ada.call(workItems.changeHours, { hours: overlap, holidays: [] })).status).toBe(400)
    expect((await ada.call(workItems.changeHours, { hours: [], holidays: [] })).status).toBe(400)
    expect((await ada.call(workItems.changeHours, { hours, holidays: [...holidays, ...holidays] })).status).toBe(400)
  })

  it('reject a change that is based on working hours that somebody has changed meanwhile', async () => {
    const read = async () => {
      const { hours, holidays } = (await ada.call(workItems.clocks, {})).data
      return { hours, holidays }
    }
    const expected = await read()
    const bola = await app.signIn({ firstName: 'Bola' })
    const christmas = { day: '2026-12-25', name: 'Christmas Day' }
    expect((await bola.call(workItems.changeHours, { ...expected, holidays: [christmas], expected })).status).toBe(200)
    const hours = [{ weekday: 1, from: '09:00', until: '12:00' }]
    const late = await ada.call(workItems.changeHours, { ...expected, hours, expected })
    expect(late).toMatchObject({
      status: 409,
      message: expect.stringMatching(/^Bola .* has changed the working hours/),
    })
    const changed = await read()
    expect(changed).toEqual({ ...expected, holidays: [christmas] })
    expect((await ada.call(workItems.changeHours, { ...expected, expected: changed })).status).toBe(200)
  })
})

describe('counts', () => {
  const kindOf = async (who: Client, kind: string) =>
    (await who.call(workItems.counts, {})).data.kinds.find((each) => each.kind === kind)

  it('count open, own, overdue and urgent items', async () => {
    const [first = '', second = '', third = ''] = await messages(3)
    const at = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString()
    await sql`update work_item set due_at = ${at(-hourMs)} where subject_id = ${first}`.execute(app.db)
    await sql`update work_item set due_at = ${at(hourMs / 2)} where subject_id = ${second}`.execute(app.db)
    const before = (await ada.call(workItems.counts, {})).data.waiting
    await ada.call(workItems.claim, { itemId: await idOf(third) })
    expect(await kindOf(ada, 'CONTACT')).toEqual({ kind: 'CONTACT', open: 3, mine: 1, overdue: 1, dueSoon: 1 })
    const bola = await app.signIn()
    expect((await bola.call(workItems.counts, {})).data.waiting).toBe(before - 1)
    expect((await list(ada, { state: 'OVERDUE' })).map(({ record }) => record.id)).toEqual([first])
  })

  it('end at 1,000 and say so, as the list does, while what is own stays exact', async () => {
    const now = app.clock.now().getTime()
    const at = (ms: number) => new Date(now + ms).toISOString()
    await sql`
      insert into work_item (id, mode, kind, subject_type, subject_id, name, opened_at, warns_at, due_at, paused_at)
      select gen_random_uuid(), 'PRODUCTION', 'CONTACT', 'contact_message', n::text, 'Hadiza', ${at(-9 * hourMs)}, ${at(-2 * hourMs)},
        case when n <= 1010 then ${at(-hourMs)}::timestamptz when n <= 1030 then ${at(hourMs / 2)} else ${at(5 * hourMs)} end,
        case when n <= 10 then ${at(-2 * hourMs)}::timestamptz end
      from generate_series(1, 1040) as n`.execute(app.db)
    const own = { claimed_by: ada.staffId, claimed_at: at(-1000) }
    await app.db.updateTable('work_item').set(own).where('subject_id', 'in', ['1', '1040']).execute()
    const counts = async () => (await ada.call(workItems.counts, {})).data
    const readTeam = async () => (await ada.call(workItems.team, {})).data
    const ofAda = async () => (await readTeam()).people.find(({ staffId }) => staffId === ada.staffId)
    const listed = async (query: Record<string, unknown>) =>
      (await ada.call(workItems.list, { kind: 'CONTACT', ...query })).data
    // Exactly 1,000 are late: the ten that are paused were stopped before.
    expect(await kindOf(ada, 'CONTACT')).toEqual({
      kind: 'CONTACT',
      open: 1000,
      mine: 2,
      overdue: 1000,
      dueSoon: 20,
      more: ['open'],
    })
    expect(await counts()).toMatchObject({ waiting: 1000, isMore: true })
    expect((await readTeam()).kinds.find(({ kind }) => kind === 'CONTACT')).toEqual({
      kind: 'CONTACT',
      open: 1000,
      unclaimed: 1000,
      overdue: 1000,
      oldestAt: at(-9 * hourMs),
      more: ['open', 'unclaimed'],
    })
    expect(await listed({ page: 10 })).toMatchObject({ totalRecords: 1000, isMore: true })
    expect((await listed({ page: 10 })).items).toHaveLength(100)
    expect((await listed({ page: 11 })).items).toEqual([])
    expect(await listed({ state: 'OVERDUE' })).toMatchObject({ totalRecords: 1000, isMore: false })
    expect(await listed({ state: 'MINE' })).toMatchObject({ totalRecords: 2, isMore: false })
    await sql`update work_item set due_at = ${at(-1)} where subject_id = '1020'`.execute(app.db)
    expect(await kindOf(ada, 'CONTACT')).toMatchObject({ overdue: 1000, dueSoon: 19, more: ['open', 'overdue'] })
    await sql`update work_item set snoozed_at = ${at(0)}, snoozed_until = ${at(hourMs)}
      where subject_id in (select n::text from generate_series(1, 41) as n)`.execute(app.db)
    expect(await kindOf(ada, 'CONTACT')).toMatchObject({ open: 999, mine: 1, overdue: 970 })
    expect(await counts()).not.toMatchObject({ isMore: true })
    expect(await ofAda()).toMatchObject({ holds: 2, oldestAt: at(-9 * hourMs), closedToday: 0 })
    await sql`update work_item set claimed_by = ${ada.staffId}, claimed_at = ${at(-1000)}
      where subject_id in (select n::text from generate_series(1, 1001) as n)`.execute(app.db)
    expect(await ofAda()).toMatchObject({ holds: 1000, more: ['holds'] })
    // The newest 500 were late.
    await sql`update work_item set closed_by = ${ada.staffId},
        closed_at = case when subject_id::int <= 500 then ${at(0)}::timestamptz else ${at(-1)} end,
        due_at = case when subject_id::int <= 500 then ${at(-1)}::timestamptz else ${at(0)} end,
        paused_at = null
      where kind = 'CONTACT' and closed_at is null and subject_id::int <= 1040`.execute(app.db)
    expect(await ofAda()).toMatchObject({
      holds: 0,
      oldestAt: null,
      closedToday: 1000,
      closedInTime: 501,
      more: ['closedToday'],
    })
  })

  it('name a kind whose records cannot be read in time, and report it like other failures', async () => {
    const [id = ''] = await messages(1)
    const blocking = await app.db.startTransaction().execute()
    await sql`lock table contact_message in access exclusive mode`.execute(blocking)
    const errors: unknown[] = []
    const startMs = performance.now()
    await runItemJob(itemJobContext({ db: app.db, clock: app.clock.now }, errors), collecting())
    expect(performance.now() - startMs).toBeLessThan(4_000)
    await blocking.rollback().execute()
    expect(errors).toMatchObject([{ message: 'The query took longer than 1000 ms' }])
    expect(await listItemErrors(app.db)).toMatchObject([{ job: 'collect-work-items', item: 'CONTACT' }])
    expect(await kindOf(ada, 'CONTACT')).toEqual({
      kind: 'CONTACT',
      open: null,
      mine: null,
      overdue: null,
      dueSoon: null,
    })
    expect(await kindOf(ada, 'KYC')).toMatchObject({ open: expect.any(Number) })
    app.clock.advance(60_000)
    await runItemJob(itemJobContext({ db: app.db, clock: app.clock.now }, errors), collecting())
    expect(await kindOf(ada, 'CONTACT')).toMatchObject({ open: 1 })
    expect((await itemOf(id)).closed_at).toBeNull()
  })
})

describe('a kind of several queries', () => {
  const numbered = (id: RawBuilder<unknown>, within: Within) =>
    sql`name = 'C' and (case when name = 'C' and ${within(id)} then subject::int end) > 0`
  const named = (name: string) => () => sql`name = ${name}`
  // The last one fails while any of its messages has no number as subject.
  const queries = [named('A'), named('B'), numbered].map((isOf): OpenQuery => {
    const columns = { mode: sql`mode`, subject_id: sql`id::text`, name: sql`name`, merchant_id: sql`merchant_id` }
    return (_now, within) =>
      selectOpen(
        { ...columns, opened_at: sql`created_at` },
        sql`contact_message where status = 'NEW' and ${within(sql`id`)} and ${isOf(sql`id`, within)}`,
      )
  })
  const job = () => collectWorkItems({ db: app.db, clock: app.clock.now }, [{ ...contactSource, open: queries }])
  const run = async () => await runItemJob(itemJobContext({ db: app.db, clock: app.clock.now }, []), job())
  const openNames = async () =>
    (await app.db.selectFrom('work_item').select('name').where('closed_at', 'is', null).orderBy('name').execute()).map(
      ({ name }) => name,
    )
  const kindOf = async () =>
    (await ada.call(workItems.counts, {})).data.kinds.find((each) => each.kind === 'CONTACT')?.open

  it('goes on with the others when one fails, and is named until all succeed', async () => {
    const first = await aContactMessage(app.db, merchant, { name: 'A' })
    await aContactMessage(app.db, merchant, { name: 'B' })
    await run()
    expect(await openNames()).toEqual(['A', 'B'])
    expect(await kindOf()).toBe(2)
    const bad = await aContactMessage(app.db, merchant, { name: 'C', subject: 'none' })
    await run()
    const failed = (await listItemErrors(app.db)).map(({ item }) => item)
    expect(failed).toEqual(['CONTACT', 'CONTACT query 3'])
    expect(await kindOf()).toBeNull()

    // Both are on their way to a later attempt now, while the others are collected in every round.
    await aContactMessage(app.db, merchant, { name: 'B' })
    await sql`update contact_message set status = 'ANSWERED', answer = 'x', answered_at = now(), answered_by = ${ada.staffId}
      where id = ${first.id}`.execute(app.db)
    await run()
    expect(await openNames()).toEqual(['B', 'B'])

    await sql`update contact_message set subject = '7' where id = ${bad.id}`.execute(app.db)
    app.clock.advance(2 * hourMs)
    await run()
    expect(await openNames()).toEqual(['B', 'B', 'C'])
    expect(await listItemErrors(app.db)).toEqual([])
    expect(await kindOf()).toBe(3)
  })

  it('lets next give an item whose record cannot be asked', async () => {
    const [id = ''] = await messages(1)
    await sql`alter table contact_message rename column subject to subject_away`.execute(app.db)
    try {
      const worker = { staffId: ada.staffId, mode: 'PRODUCTION', kinds: ['CONTACT'], now: app.clock.now() } as const
      expect(await transact(app.db, (t) => claimNext(t, worker))).toMatchObject({ subject_id: id })
    } finally {
      await sql`alter table contact_message rename column subject_away to subject`.execute(app.db)
    }
  })

  it('lets next give an item whose record is not read in time', async () => {
    const [id = ''] = await messages(1)
    const worker = { staffId: ada.staffId, mode: 'PRODUCTION', kinds: ['CONTACT'], now: app.clock.now() } as const
    const blocking = await app.db.startTransaction().execute()
    await sql`lock table contact_message in access exclusive mode`.execute(blocking)
    try {
      const claimed = await transact(app.db, async (t) => {
        await sql`set local statement_timeout = 200`.execute(t)
        return await claimNext(t, worker)
      })
      expect(claimed).toMatchObject({ subject_id: id })
    } finally {
      await blocking.rollback().execute()
    }
  })
})

describe('a kind whose comparison takes long', () => {
  it('rests for 400 times as long, for at most 30 s, and not if the clock is set back', async () => {
    let now = app.clock.now().getTime()
    let tookMs = 25
    let compared = 0
    const open: OpenQuery = (at, within) => {
      now += tookMs
      compared += 1
      return contactSource.open[0]?.(at, within) ?? sql`null`
    }
    const job = collectWorkItems({ db: app.db, clock: () => new Date(now) }, [{ ...contactSource, open: [open] }])
    const isComparedAfter = async (ms: number) => {
      now += ms
      const before = compared
      await job.find('', '')
      return compared > before
    }
    expect([await isComparedAfter(0), await isComparedAfter(9_999)]).toEqual([true, false])
    tookMs = 900
    expect([await isComparedAfter(1), await isComparedAfter(29_999), await isComparedAfter(1)]).toEqual([
      true,
      false,
      true,
    ])
    expect(await isComparedAfter(-hourMs)).toBe(true)
  })
})

describe('rights', () => {
  it('offer nothing whose record, merchant or action is not permitted', async () => {
    await messages(1)
    const shown = async (...permissions: string[]) => {
      const person = await withRights('work.read', 'work.write', ...permissions)
      const kinds = (await person.call(workItems.counts, {})).data.kinds.map(({ kind }) => kind)
      const next = (await person.call(workItems.next, {})).status
      const [item] = await list(ada)
      const claim = (await person.call(workItems.claim, { itemId: item?.id ?? '' })).status
      return { kinds, rows: (await list(person)).length, next, claim }
    }
    const nothing = { kinds: [], rows: 0, next: 409, claim: 404 }
    expect(await shown('contact.read', 'merchants.read')).toEqual(nothing)
    expect(await shown('contact.write', 'merchants.read')).toEqual(nothing)
    expect(await shown('contact.write', 'contact.read')).toEqual(nothing)
    expect(await shown('contact.write', 'contact.read', 'merchants.read')).toEqual({
      kinds: ['CONTACT'],
      rows: 1,
      next: 200,
      claim: 200,
    })
  })

  it('show everything readable to those who only read, and let them do nothing', async () => {
    const [id = ''] = await messages(1)
    const auditor = await app.signIn({ role: 'AUDITOR' })
    expect(await list(auditor)).toHaveLength(1)
    expect((await auditor.call(workItems.counts, {})).data.waiting).toBe(0)
    expect((await auditor.call(workItems.claim, { itemId: await idOf(id) })).status).toBe(403)
    expect((await auditor.call(workItems.team, {})).status).toBe(403)
  })

  it('assign what is open of a selection, although a part of it is done meanwhile', async () => {
    const [done = '', open = ''] = await messages(2)
    const itemIds = [await idOf(done), await idOf(open)]
    const support = await app.signIn({ role: 'SUPPORT', firstName: 'Efe' })
    await ada.call(contact.answer, { messageId: done, answer: 'Here it is' })
    expect(await ada.call(workItems.assign, { itemIds, staffId: support.staffId })).toMatchObject({
      status: 200,
      data: { assigned: 1 },
    })
    expect(await itemOf(open)).toMatchObject({ claimed_by: support.staffId, assigned_by: ada.staffId })
    expect((await ada.call(workItems.assign, { itemIds: itemIds.slice(0, 1), staffId: support.staffId })).status).toBe(
      409,
    )
  })

  it('pass from one colleague to another, as far as the other may work on them', async () => {
    const ids = await messages(3)
    const disputeId = await disputed(app.services, await collected(app.services, { merchantId: merchant.id }), {
      staffId: ada.staffId,
    })
    await collect()
    const [bola, worker] = [
      await app.signIn({ firstName: 'Bola' }),
      await withRights('work.read', 'work.write', 'contact.write', 'contact.read', 'merchants.read'),
    ]
    for (const id of [...ids.slice(0, 2), disputeId]) await bola.call(workItems.claim, { itemId: await idOf(id) })
    const handover = { holderId: bola.staffId, staffId: worker.staffId }
    expect((await worker.call(workItems.reassign, handover)).status).toBe(403)
    expect((await ada.call(workItems.reassign, { ...handover, staffId: bola.staffId })).status).toBe(400)
    expect(await ada.call(workItems.reassign, handover)).toMatchObject({ status: 200, data: { assigned: 2 } })
    expect(await list(worker, { state: 'MINE' })).toMatchObject(
      ids.slice(0, 2).map((id) => ({ record: { id }, claim: { assignedBy: 'Ada Okonkwo', until: null } })),
    )
    expect((await itemOf(disputeId)).claimed_by).toBe(bola.staffId)
    expect((await itemOf(ids[2] ?? '')).claimed_by).toBeNull()
    const assigned = app.db.selectFrom('audit').select('after').where('action', '=', 'work.assign')
    const ofMessages = await assigned.where('record_id', 'in', ids).execute()
    expect(ofMessages.map(({ after }) => after)).toEqual([
      { assignedTo: expect.any(String) },
      { assignedTo: expect.any(String) },
    ])
    expect((await ada.call(workItems.reassign, handover)).status).toBe(409)
    await ada.call(disputes.changeStatus, { disputeId, status: 'IN_PROGRESS', reason: 'Seen' })
    await ada.call(disputes.changeStatus, { disputeId, status: 'CLOSED', reason: 'Over' })
  })

  it('never undo a write if they cannot be brought up to date, report it, and catch up', async () => {
    const [id = ''] = await messages(1)
    await idOf(id)
    const failures: unknown[] = []
    const update = workItemUpdates((error) => failures.push(error))
    const entries = [{ action: 'contact.answer', recordType: 'contact_message', recordId: id }] as const
    await sql`alter table work_item add constraint broken check (closed_at is null) not valid`.execute(app.db)
    await transact(app.db, async (t) => {
      await sql`update contact_message set status = 'ANSWERED', answer = 'x', answered_at = now(), answered_by = ${ada.staffId}
        where id = ${id}`.execute(t)
      await update(t, { staffId: ada.staffId, at: app.clock.now(), entries })
    })
    await sql`alter table work_item drop constraint broken`.execute(app.db)
    expect(failures).toMatchObject([{ constraint: 'broken' }])
    const stored = app.db.selectFrom('contact_message').select('status').where('id', '=', id)
    expect(await stored.executeTakeFirst()).toEqual({ status: 'ANSWERED' })
    expect(await itemOf(id)).toMatchObject({ closed_at: null })
    await collect()
    expect((await itemOf(id))?.closed_at).not.toBeNull()
  })

  it('let a lead assign to those who may work on it only', async () => {
    const [id = ''] = await messages(1)
    const itemIds = [await idOf(id)]
    const finance = await app.signIn({ role: 'FINANCE', firstName: 'Dayo' })
    const support = await app.signIn({ role: 'SUPPORT', firstName: 'Efe' })
    const auditor = await app.signIn({ role: 'AUDITOR' })
    expect(await ada.call(workItems.assign, { itemIds, staffId: finance.staffId })).toMatchObject({
      status: 422,
      message: 'Dayo Okonkwo has no right to work on Contact message',
    })
    expect((await ada.call(workItems.assign, { itemIds, staffId: auditor.staffId })).status).toBe(404)
    for (const unknown of [uuidv7(), 'no id'])
      expect((await ada.call(workItems.assign, { itemIds: [unknown], staffId: support.staffId })).status).toBe(404)
    expect((await support.call(workItems.assign, { itemIds, staffId: support.staffId })).status).toBe(403)
    expect((await ada.call(workItems.assign, { itemIds, staffId: support.staffId })).status).toBe(200)
    expect(await list(support, { state: 'MINE' })).toMatchObject([
      { claim: { assignedBy: 'Ada Okonkwo', until: null } },
    ])
    await support.call(contact.answer, { messageId: id, answer: 'Ten naira' })
    const { people, kinds } = (await ada.call(workItems.team, {})).data
    expect(people.find(({ staffId }) => staffId === support.staffId)).toMatchObject({
      name: 'Efe Okonkwo',
      holds: 0,
      closedToday: 1,
      closedInTime: 1,
    })
    expect(people.some(({ staffId }) => staffId === auditor.staffId)).toBe(false)
    expect(kinds.map(({ kind }) => kind)).toEqual(workKindNames)
  })
})

describe('writes', () => {
  it('of records that require no work run as many statements as before', async () => {
    const statements = async (work: () => Promise<unknown>) => {
      const spy = vi.spyOn(pg.Client.prototype, 'query')
      try {
        await work()
        return spy.mock.calls.map(([query]) =>
          typeof query === 'string' ? query : String(Reflect.get(Object(query), 'text')),
        )
      } finally {
        spy.mockRestore()
      }
    }
    const [id = ''] = await messages(1)
    const { id: freed } = await aFundedMerchant(app.db, 100n)
    const ofWork = (texts: string[]) => texts.filter((text) => text.includes('work_item')).length
    const account = await ownAccount(app.db, freed)
    const frozen = await statements(() =>
      ada.call(freezes.freezeAccount, { accountId: account.id, scope: ['ALL'], reason: 'Test' }),
    )
    expect(frozen.length).toBeGreaterThan(5)
    expect(ofWork(frozen)).toBe(0)
    expect(ofWork(await statements(() => ada.call(contact.answer, { messageId: id, answer: 'Yes' })))).toBeGreaterThan(
      0,
    )
  })
})
