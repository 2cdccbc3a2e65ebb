import { contract } from '@kobo/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeAudit } from '../../db/audit.ts'
import { transact } from '../../db/transact.ts'
import { sendMessage } from '../../engine/disputes/send-message.ts'
import { purgeExpiredRows } from '../../http/purge-expired.ts'
import { runItemJob } from '../../jobs/item-jobs.ts'
import { listItemErrors } from '../../jobs/item-errors.ts'
import { aContactMessage } from '../../testing/a-contact-message.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { anAccountOf } from '../../testing/customer-accounts.ts'
import { collected, disputed } from '../../testing/disputes.ts'
import { aMerchant, anActivity, anUpgrade } from '../../testing/factories.ts'
import { aFundedMerchant } from '../../testing/payouts.ts'
import { itemJobContext, processItems } from '../../testing/run-inline.ts'
import { collectWorkItems } from '../../engine/work-items/collect-items.ts'
import { uuidv7 } from '../../uuid.ts'
import { collectNotifications, withdrawNotifications } from './collect-notifications.ts'

const { merchants, notes, notifications, workItems, disputes, freezes, liens } = contract
const hourMs = 3_600_000
const dayMs = 24 * hourMs

let app: TestApp
/** Who is notified, and who acts. */
let ada: Client
let bola: Client
let merchant: Awaited<ReturnType<typeof aMerchant>>

beforeAll(async () => {
  app = await startApp({ jobs: 'running', settings: { sessionIdleMs: 300 * dayMs, sessionLifeMs: 300 * dayMs } })
  bola = await app.signIn({ firstName: 'Bola' })
})
afterAll(() => app.close())
beforeEach(async () => {
  ada = await app.signIn({ firstName: 'Ada' })
  merchant = await aMerchant(app.db, { business_name: 'Lekki Stores', status: 'ACTIVE', verified: 'ACCEPTED' })
})

const collecting = () => collectNotifications({ db: app.db, clock: app.clock.now })
const collect = () => processItems(collecting())

async function watch(who: Client, recordType: string, recordId: string, more: { mode?: string; since?: Date } = {}) {
  const { mode = 'PRODUCTION', since = app.clock.now() } = more
  const row = { staff_id: who.staffId, mode, record_type: recordType, record_id: recordId, since: since.toISOString() }
  await app.db.insertInto('watch').values(row).execute()
}

async function list(who: Client, query: Record<string, unknown> = {}) {
  const reply = await who.call(notifications.list, query)
  expect(reply.status).toBe(200)
  return reply.data
}
const titles = async (who: Client) => (await list(who)).notifications.map(({ title }) => title)
const kinds = async (who: Client) => (await list(who)).notifications.map(({ kind }) => kind)

/** Changes the merchant as a colleague does. */
async function change(who: Client, merchantId = merchant.id, status: 'ACTIVE' | 'INACTIVE' = 'INACTIVE') {
  const reply = await who.call(merchants.changeStatus, { merchantId, status, reason: 'The owner asks' })
  expect(reply.status).toBe(200)
}

/** Writes a note that names people, whom the row alone knows. */
async function noteNaming(who: Client, text: string, named: readonly Client[] = []): Promise<string> {
  const reply = await who.call(notes.write, { recordType: 'merchant', recordId: merchant.id, text })
  expect(reply.status).toBe(200)
  const { noteId } = reply.data
  for (const { staffId } of named) {
    await app.db
      .insertInto('note_mention')
      .values({ note_id: noteId, staff_id: staffId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return noteId
}

async function withRights(...permissions: string[]): Promise<{ roleId: string; client: Client }> {
  const id = uuidv7()
  const role = { id, name: `Role ${id}`, about: '', created_at: new Date().toISOString() }
  await app.db.insertInto('role').values(role).execute()
  await app.db
    .insertInto('role_right')
    .values(permissions.map((permission) => ({ role_id: id, permission })))
    .execute()
  return { roleId: id, client: await app.signIn({ role: id, firstName: 'Chidi' }) }
}

/** Takes a right away, as a change of the role does. */
async function takeAway(roleId: string, permission: string) {
  await app.db.deleteFrom('role_right').where('role_id', '=', roleId).where('permission', '=', permission).execute()
  await sql`update role set version = version + 1 where id = ${roleId}`.execute(app.db)
}

async function aDispute(): Promise<{ disputeId: string; transactionId: string; merchantId: string }> {
  const shop = await aFundedMerchant(app.db, 1_000_000n)
  const at = app.clock.now()
  const transactionId = await collected(app.services, { merchantId: shop.id, at })
  const disputeId = await disputed(app.services, transactionId, { staffId: bola.staffId, at })
  return { disputeId, transactionId, merchantId: shop.id }
}

async function answerOf(disputeId: string, merchantId: string) {
  await bola.call(disputes.changeConversation, { disputeId, status: 'ENABLED' })
  const message = { mode: 'PRODUCTION', disputeId, subject: 'Proof', message: 'Attached', images: [] } as const
  const by = { role: 'MERCHANT', merchantId } as const
  const { jobs, files } = app.services
  await transact(app.db, (t) => sendMessage(t, { jobs, files }, { ...message, by, at: app.clock.now() }))
}

describe('what people are notified of', () => {
  it('tells those who watch a record what a colleague changed, once, and nobody of what they did themselves', async () => {
    await watch(ada, 'merchant', merchant.id)
    await watch(bola, 'merchant', merchant.id)
    await change(bola)
    await collect()
    await collect()
    expect(await titles(ada)).toEqual(['Merchant status changed by Bola Okonkwo: Lekki Stores'])
    const [one] = (await list(ada)).notifications
    expect(one).toMatchObject({ kind: 'CHANGE', record: { type: 'merchant', id: merchant.id, name: 'Lekki Stores' } })
    expect(one?.readAt ?? null).toBeNull()
    expect((await list(bola)).notifications.filter(({ record }) => record.id === merchant.id)).toEqual([])
  })

  it('tells them of changes of its parts', async () => {
    await watch(ada, 'merchant', merchant.id)
    const upgrade = await anUpgrade(app.db, merchant)
    await writeAudit(
      app.db,
      { staffId: bola.staffId, sessionId: null, mode: 'PRODUCTION', requestId: 'r', at: app.clock.now() },
      { action: 'merchant-upgrade.approve', recordType: 'merchant_upgrade', recordId: upgrade.id },
    )
    await collect()
    expect(await titles(ada)).toEqual(['Merchant upgrade approved by Bola Okonkwo: Lekki Stores'])
  })

  it('tells those who watch an account of its freezes and liens', async () => {
    const owner = { id: '', mode: 'PRODUCTION' as const, merchantId: merchant.id, walletId: null, kind: 'MERCHANT' }
    const reason = 'The owner reports a theft'
    const watched = [
      ['store', 'STORE', 'COLLECTIONS'],
      ['child_account', 'CHILD', 'COLLECTIONS'],
      ['subaccount', 'SUBACCOUNT', 'SETTLEMENTS'],
    ] as const
    for (const [type, kind, scope] of watched) {
      const { id: accountId } = await anAccountOf(app.db, owner, kind)
      await watch(ada, type, accountId)
      await bola.call(freezes.freezeAccount, { accountId, scope: [scope], reason })
      await bola.call(liens.place, { accountId, amount: 100, reason })
    }
    await collect()
    expect((await titles(ada)).toSorted()).toEqual([
      'Frozen by Bola Okonkwo: child account Kola Nut',
      'Frozen by Bola Okonkwo: store Balogun',
      'Frozen by Bola Okonkwo: sub account Kernel Supplies',
      'Lien placed by Bola Okonkwo: child account Kola Nut',
      'Lien placed by Bola Okonkwo: store Balogun',
      'Lien placed by Bola Okonkwo: sub account Kernel Supplies',
    ])
  })

  it('tells nobody of work on the record that changes nothing, or of what happened before or after they watched it', async () => {
    await change(bola)
    await watch(ada, 'merchant', merchant.id, { since: new Date(app.clock.now().getTime() + 1) })
    app.clock.advance(10)
    for (const action of ['work.claim', 'statement.download'] as const) {
      await writeAudit(
        app.db,
        { staffId: bola.staffId, sessionId: null, mode: 'PRODUCTION', requestId: 'r', at: app.clock.now() },
        { action, recordType: 'merchant', recordId: merchant.id },
      )
    }
    await sql`update watch set ended_at = now() where staff_id = ${ada.staffId}`.execute(app.db)
    await change(bola, merchant.id, 'ACTIVE')
    await collect()
    expect(await titles(ada)).toEqual([])
  })

  it('tells whom a note names of that alone, those who watch the record of the note, and never its text', async () => {
    const chidi = await app.signIn({ firstName: 'Chidi' })
    await watch(ada, 'merchant', merchant.id)
    await watch(chidi, 'merchant', merchant.id)
    await noteNaming(bola, 'Zebras @Ada', [ada, bola])
    await collect()
    expect(await titles(ada)).toEqual(['Bola Okonkwo mentioned you in a note on Lekki Stores'])
    expect(await titles(chidi)).toEqual(['Bola Okonkwo wrote a note on Lekki Stores'])
    const stored = await app.db.selectFrom('notification').selectAll().where('record_id', '=', merchant.id).execute()
    expect(stored.map(({ staff_id: id }) => id).toSorted()).toEqual([ada.staffId, chidi.staffId].toSorted())
    expect(JSON.stringify(stored)).not.toContain('Zebras')
  })

  it('tells those who watch or work on a dispute that the merchant answered, once', async () => {
    const chidi = await app.signIn({ firstName: 'Chidi' })
    const { disputeId, merchantId } = await aDispute()
    await processItems(collectWorkItems({ db: app.db, clock: app.clock.now }))
    const item = await app.db
      .selectFrom('work_item')
      .select('id')
      .where('subject_id', '=', disputeId)
      .executeTakeFirst()
    expect((await chidi.call(workItems.claim, { itemId: item?.id ?? '' })).status).toBe(200)
    await watch(ada, 'dispute', disputeId)
    await watch(chidi, 'dispute', disputeId)
    await answerOf(disputeId, merchantId)
    await collect()
    const { business_name: name } = await app.db
      .selectFrom('merchant')
      .select('business_name')
      .where('id', '=', merchantId)
      .executeTakeFirstOrThrow()
    const message = `${name} sent a message about the dispute of Ngozi Eze`
    const answers = async (who: Client) => (await list(who)).notifications.filter(({ kind }) => kind === 'REPLY')
    expect((await answers(ada)).map(({ title }) => title)).toEqual([message])
    expect((await answers(chidi)).map(({ title }) => title)).toEqual([message])
  })

  it('tells those who only work on a dispute of answers alone', async () => {
    const { disputeId, merchantId } = await aDispute()
    await processItems(collectWorkItems({ db: app.db, clock: app.clock.now }))
    const item = await app.db
      .selectFrom('work_item')
      .select('id')
      .where('subject_id', '=', disputeId)
      .executeTakeFirst()
    await ada.call(workItems.claim, { itemId: item?.id ?? '' })
    const at = new Date(app.clock.now().getTime() + 5).toISOString()
    const activity = { dispute_id: disputeId, merchant_id: merchantId, created_at: at, status: 'PENDING' }
    await app.db
      .insertInto('dispute_activity')
      .values([
        { ...activity, id: uuidv7(Date.parse(at)) },
        { ...activity, id: uuidv7(Date.parse(at)), role: 'MERCHANT' },
      ])
      .execute()
    await collect()
    expect(await kinds(ada)).toEqual(['REPLY'])
    expect((await titles(ada))[0]).toMatch(/ answered: the dispute of Ngozi Eze is pending$/)
  })

  it('tells those who watch a payment how it ended, but not of other steps, or of what an operator ended', async () => {
    const { transactionId, merchantId } = await aDispute()
    await watch(ada, 'transaction', transactionId)
    const transaction = { id: transactionId, merchant_id: merchantId }
    const at = app.clock.now()
    const step = (category: string, description: string, ms: number) =>
      anActivity(app.db, transaction, { category, description, created_at: new Date(at.getTime() + ms).toISOString() })
    await step('FUND_FAILED', 'Funds returned', 10_000)
    await step('TRANSFER_WEBHOOK', 'Webhook about to be sent', 12_000)
    await writeAudit(
      app.db,
      {
        staffId: ada.staffId,
        sessionId: null,
        mode: 'PRODUCTION',
        requestId: 'r',
        at: new Date(at.getTime() + 20_000),
      },
      { action: 'payout.failed', recordType: 'transaction', recordId: transactionId },
    )
    await step('FUND_FAILED', 'Marked as failed', 20_001)
    app.clock.advance(60_000)
    await collect()
    const { reference } = await app.db
      .selectFrom('transaction')
      .select('reference')
      .where('id', '=', transactionId)
      .executeTakeFirstOrThrow()
    expect(await titles(ada)).toEqual([`Funds returned: transaction ${reference}`])
  })

  it('looks for the end of payments of the last half year only', async () => {
    const { id: merchantId } = await aFundedMerchant(app.db, 1_000_000n)
    const now = app.clock.now().getTime()
    for (const days of [170, 190]) {
      const id = await collected(app.services, { merchantId, at: new Date(now - days * dayMs) })
      await watch(ada, 'transaction', id)
      const step = { category: 'FUND_SUCCESS', description: `Returned after ${days} days` }
      await anActivity(
        app.db,
        { id, merchant_id: merchantId },
        { ...step, created_at: new Date(now + 1_000).toISOString() },
      )
    }
    app.clock.advance(60_000)
    await collect()
    expect(await titles(ada)).toEqual([expect.stringMatching(/^Returned after 170 days: transaction/)])
  })

  it('tells what a lead assigned, several items at once as one', async () => {
    const at = app.clock.now()
    const ids: string[] = []
    for (let nth = 0; nth < 3; nth += 1) {
      ids.push((await aContactMessage(app.db, merchant, { created_at: at.toISOString() })).id)
    }
    await processItems(collectWorkItems({ db: app.db, clock: app.clock.now }))
    const items = await app.db
      .selectFrom('work_item')
      .select(['id', 'subject_id'])
      .where('subject_id', 'in', ids)
      .execute()
    const idOf = (subject: string | undefined) => items.find(({ subject_id: id }) => id === subject)?.id ?? ''
    await bola.call(workItems.assign, { staffId: ada.staffId, itemIds: [idOf(ids[0])] })
    app.clock.advance(5)
    await bola.call(workItems.assign, { staffId: ada.staffId, itemIds: [idOf(ids[1]), idOf(ids[2])] })
    app.clock.advance(5)
    await ada.call(workItems.assign, { staffId: ada.staffId, itemIds: [idOf(ids[0])] })
    await collect()
    // What she has since assigned to herself is not told.
    expect(await titles(ada)).toEqual(['Bola Okonkwo assigned 2 items of work to you'])
    await bola.call(workItems.assign, { staffId: ada.staffId, itemIds: [idOf(ids[0])] })
    await collect()
    const [one] = (await list(ada)).notifications
    expect(one).toMatchObject({
      title: 'Bola Okonkwo assigned work to you: Contact message of Hadiza Bello: Fees',
      record: { type: 'contact_message', id: ids[0] },
    })
  })

  it('tells nothing of a kind that is off', async () => {
    await ada.call(notifications.choose, { choices: [{ kind: 'CHANGE', choice: 'OFF' }] })
    await watch(ada, 'merchant', merchant.id)
    await change(bola)
    await collect()
    expect(await titles(ada)).toEqual([])
  })
})

describe('rights', () => {
  it('tells nobody who may not read the record or notes, and hides and withdraws what they may not read any longer', async () => {
    const all = ['merchants.read', 'notes.read'] as const
    const reader = await withRights(...all)
    const noNotes = await withRights('merchants.read')
    const noMerchants = await withRights('notes.read')
    for (const { client } of [reader, noNotes, noMerchants]) await watch(client, 'merchant', merchant.id)
    await change(bola)
    await noteNaming(bola, 'Look', [noNotes.client, noMerchants.client])
    await collect()
    expect((await kinds(reader.client)).toSorted()).toEqual(['CHANGE', 'NOTE'])
    expect(await kinds(noNotes.client)).toEqual(['CHANGE'])
    expect(await kinds(noMerchants.client)).toEqual([])

    await takeAway(reader.roleId, 'notes.read')
    expect(await list(reader.client)).toMatchObject({ total: 1, unread: 1, notifications: [{ kind: 'CHANGE' }] })
    await takeAway(reader.roleId, 'merchants.read')
    expect(await list(reader.client)).toMatchObject({ total: 0, unread: 0, notifications: [] })
    expect((await reader.client.call(notifications.counts, {})).data).toEqual({ unread: 0, unreadElsewhere: 0 })

    const stored = () =>
      app.db.selectFrom('notification').select('id').where('staff_id', '=', reader.client.staffId).execute()
    expect(await stored()).toHaveLength(2)
    await processItems(withdrawNotifications(app))
    expect(await stored()).toEqual([])
    expect(await kinds(noNotes.client)).toEqual(['CHANGE'])
  })

  it('tells nobody of a part that they may not read, although they watch its whole', async () => {
    const { disputeId, transactionId } = await aDispute()
    const [all, noDisputes] = [
      await withRights('transactions.read', 'disputes.read'),
      await withRights('transactions.read'),
    ]
    for (const { client } of [all, noDisputes]) await watch(client, 'transaction', transactionId)
    await bola.call(disputes.changeStatus, { disputeId, status: 'IN_PROGRESS', reason: 'Seen' })
    await collect()
    expect(await kinds(all.client)).toEqual(['CHANGE'])
    expect(await kinds(noDisputes.client)).toEqual([])
  })

  it('tells nobody of a record of another mode than the one they watch, or that does not exist', async () => {
    await watch(ada, 'merchant', merchant.id, { mode: 'SANDBOX' })
    await watch(ada, 'dispute', 'no id')
    await watch(ada, 'transaction', 'no id')
    await change(bola)
    await collect()
    const test = await app.signIn({ mode: 'SANDBOX' })
    expect([await titles(ada), await titles(test)]).toEqual([[], []])
    const stored = app.db.selectFrom('notification').select('id').where('staff_id', '=', ada.staffId)
    expect(await stored.execute()).toEqual([])
  })

  it('tells nobody who was deactivated', async () => {
    await watch(ada, 'merchant', merchant.id)
    await sql`update staff set status = 'INACTIVE' where id = ${ada.staffId}`.execute(app.db)
    await change(bola)
    await collect()
    const stored = app.db.selectFrom('notification').select('id').where('staff_id', '=', ada.staffId)
    expect(await stored.execute()).toEqual([])
  })
})

describe('the job', () => {
  it('finds what commits up to an hour late, and what happened while no server ran', async () => {
    await watch(ada, 'merchant', merchant.id, { since: new Date(app.clock.now().getTime() - dayMs) })
    await collect()
    const author = { staffId: bola.staffId, sessionId: null, mode: 'PRODUCTION', requestId: 'r' } as const
    const changeAt = (at: Date) =>
      writeAudit(app.db, { ...author, at }, { action: 'charges.update', recordType: 'merchant', recordId: merchant.id })
    await changeAt(new Date(app.clock.now().getTime() - 50 * 60_000))
    await changeAt(new Date(app.clock.now().getTime() - 70 * 60_000))
    await collect()
    expect(await titles(ada)).toHaveLength(1)
    await change(bola)
    app.clock.advance(3 * dayMs)
    await collect()
    expect(await titles(ada)).toHaveLength(2)
  })

  it('recovers from a server whose clock was ahead', async () => {
    await watch(ada, 'merchant', merchant.id)
    const ahead = collectNotifications({ db: app.db, clock: () => new Date(app.clock.now().getTime() + 10 * dayMs) })
    await processItems(ahead)
    await change(bola)
    await processItems(ahead)
    expect(await titles(ada)).toHaveLength(1)
    // As a server of the release before leaves it.
    await sql`update notification_cursor set reached = now() + interval '10 days'`.execute(app.db)
    await change(bola, merchant.id, 'ACTIVE')
    await collect()
    expect(await titles(ada)).toHaveLength(2)
    const { rows } = await sql`select from notification_cursor where reached > now()`.execute(app.db)
    expect(rows).toEqual([])
  })

  it('makes each notification once when two servers run it at once', async () => {
    await watch(ada, 'merchant', merchant.id)
    for (let nth = 0; nth < 6; nth += 1) await change(bola, merchant.id, nth % 2 === 0 ? 'INACTIVE' : 'ACTIVE')
    const [one, other] = [collecting(), collecting()]
    await Promise.all([processItems(one), processItems(other)])
    expect(await titles(ada)).toHaveLength(6)
    expect(await runBoth()).toEqual([])
    expect(await titles(ada)).toHaveLength(6)
  })

  async function runBoth(): Promise<unknown[]> {
    const errors: unknown[] = []
    const context = itemJobContext(app.engine, errors)
    await Promise.all([runItemJob(context, collecting()), runItemJob(context, collecting())])
    return errors
  }

  it('makes the others when one fails, reports the failure, and makes it later', async () => {
    const poisoned = await aMerchant(app.db, { business_name: 'Poisoned', status: 'ACTIVE', verified: 'ACCEPTED' })
    for (const { id } of [poisoned, merchant]) await watch(ada, 'merchant', id)
    await change(bola, poisoned.id)
    await change(bola)
    await sql`
      create function refuse_poison() returns trigger language plpgsql as $$
      begin
        if new.record_id = '${sql.raw(poisoned.id)}' then raise exception 'Poisoned'; end if;
        return new;
      end $$`.execute(app.db)
    await sql`create trigger poison before insert on notification for each row execute function refuse_poison()`.execute(
      app.db,
    )
    const errors: unknown[] = []
    await runItemJob(itemJobContext(app.engine, errors), collecting())
    expect(await titles(ada)).toEqual(['Merchant status changed by Bola Okonkwo: Lekki Stores'])
    expect(errors.map(String)).toEqual([expect.stringContaining('Poisoned')])
    expect(await listItemErrors(app.db)).toMatchObject([{ job: 'collect-notifications', error: 'Poisoned' }])
    await sql`drop trigger poison on notification`.execute(app.db)
    // Longer than what is read again.
    app.clock.advance(2 * hourMs)
    await runItemJob(itemJobContext(app.engine, errors), collecting())
    expect(await titles(ada)).toHaveLength(2)
    expect(await listItemErrors(app.db)).toEqual([])
  })
})

describe('reading', () => {
  async function some(count: number) {
    await watch(ada, 'merchant', merchant.id)
    for (let nth = 0; nth < count; nth += 1) await change(bola, merchant.id, nth % 2 === 0 ? 'INACTIVE' : 'ACTIVE')
    await collect()
    return (await list(ada)).notifications
  }

  it('pages, newest first, and filters unread ones', async () => {
    const all = await some(3)
    expect(all.map(({ id }) => id)).toEqual(
      all
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    )
    const second = await list(ada, { page: 2, size: 2 })
    expect(second).toMatchObject({ total: 3, unread: 3, notifications: [{ id: all[2]?.id }] })
    await ada.call(notifications.readOne, { notificationId: all[1]?.id ?? '' })
    const unread = await list(ada, { state: 'UNREAD' })
    expect(unread.notifications.map(({ id }) => id)).toEqual([all[0]?.id, all[2]?.id])
    expect(unread.unread).toBe(2)
    const linked = await ada.call(notifications.info, { notificationId: all[1]?.id ?? '' })
    expect(linked.data).toEqual({ notification: { ...all[1], readAt: expect.any(String) } })
  })

  it('marks all up to one as read, not those that arrived since', async () => {
    const [, second] = await some(3)
    const marked = await ada.call(notifications.readAll, { upTo: second?.id ?? '' })
    expect(marked).toMatchObject({ status: 200, message: '2 notifications marked as read', data: { read: 2 } })
    expect((await ada.call(notifications.counts, {})).data).toEqual({ unread: 1, unreadElsewhere: 0 })
  })

  it("knows no notification of somebody else's, or of the other mode, and counts the other mode's", async () => {
    const [one] = await some(1)
    const id = one?.id ?? ''
    const chidi = await app.signIn({ firstName: 'Chidi' })
    const missing = { status: 404, message: 'This notification was not found in this mode' }
    expect(await chidi.call(notifications.readOne, { notificationId: id })).toMatchObject(missing)
    expect(await chidi.call(notifications.readAll, { upTo: id })).toMatchObject(missing)
    const others = await chidi.call(notifications.info, { notificationId: id })
    expect(others).toMatchObject(missing)
    expect(JSON.parse(others.text)).not.toHaveProperty('existsIn')
    await ada.call(contract.session.changeMode, { mode: 'SANDBOX' })
    expect(await list(ada)).toMatchObject({ total: 0, unread: 0, unreadElsewhere: 1 })
    expect(await ada.call(notifications.readOne, { notificationId: id })).toMatchObject(missing)
    const elsewhere = await ada.call(notifications.info, { notificationId: id })
    expect([elsewhere, JSON.parse(elsewhere.text)]).toMatchObject([missing, { existsIn: 'PRODUCTION' }])
  })

  it('is forgotten 90 days after it was read, and 400 days after its event if it never was', async () => {
    const [one] = await some(2)
    await ada.call(notifications.readOne, { notificationId: one?.id ?? '' })
    const forget = () => processItems(purgeExpiredRows({ db: app.db, clock: app.clock.now }))
    app.clock.advance(89 * dayMs)
    await forget()
    expect(await list(ada)).toMatchObject({ total: 2 })
    app.clock.advance(2 * dayMs)
    await forget()
    expect((await list(ada)).notifications).toMatchObject([{ readAt: null }])
    for (const [days, total] of [
      [399, 1],
      [401, 0],
    ] as const) {
      const at = new Date(app.clock.now().getTime() - days * dayMs).toISOString()
      await app.db.updateTable('notification').set({ at }).where('read_at', 'is', null).execute()
      await forget()
      expect(await list(ada)).toMatchObject({ total })
    }
  })
})

describe('choices', () => {
  it('are those of everybody at first, and changed kind by kind', async () => {
    const usual = (await ada.call(notifications.choices, {})).data.choices
    expect(usual).toContainEqual({ kind: 'MENTION', choice: 'AT_ONCE' })
    const chosen = await ada.call(notifications.choose, { choices: [{ kind: 'CHANGE', choice: 'DAILY' }] })
    expect(chosen).toMatchObject({ status: 200, message: 'Your notification settings have been saved' })
    const after = (await ada.call(notifications.choices, {})).data.choices
    expect(after).toEqual(usual.map(({ kind, choice }) => ({ kind, choice: kind === 'CHANGE' ? 'DAILY' : choice })))
    expect((await bola.call(notifications.choices, {})).data.choices).toEqual(usual)
  })

  it.each([
    ['an unknown kind', [{ kind: 'WEATHER', choice: 'BELL' }]],
    ['an unknown choice', [{ kind: 'CHANGE', choice: 'FAX' }]],
    [
      'a kind twice',
      [
        { kind: 'CHANGE', choice: 'BELL' },
        { kind: 'CHANGE', choice: 'OFF' },
      ],
    ],
    ['nothing', []],
  ])('reject %s', async (_what, choices) => {
    expect((await ada.call(notifications.choose, { choices } as never)).status).toBe(400)
  })
})
