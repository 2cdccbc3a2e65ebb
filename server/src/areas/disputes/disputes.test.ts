import { contract } from '@kobo/contract'
import type { Request } from '@kobo/contract/kit/call'
import { lagosDay } from '@kobo/contract/kit/day'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hoursToDecide } from '../../engine/disputes/open-dispute.ts'
import { readTransaction } from '../../engine/transaction-row.ts'
import { faultCounts, verifyLedger } from '../../ledger/verify.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { collected } from '../../testing/disputes.ts'
import { bomb, image, polyglot, svgNamedPng, truncated } from '../../testing/hostile-files.ts'
import { aFundedMerchant, aPayout, eventually, withEndpoint } from '../../testing/payouts.ts'
import { uuidv7 } from '../../uuid.ts'

const { list, details, initiate, changeStatus, changeConversation, activities, conversation, sendMessage } =
  contract.disputes

let app: TestApp
let ada: Client
let tunde: Client
let test: Client
let shop: { id: string; business_name: string }
beforeAll(async () => {
  app = await startApp({ rails: 'running' })
  ada = await app.signIn()
  tunde = await app.signIn({ firstName: 'Tunde' })
  test = await app.signIn({ mode: 'SANDBOX' })
  shop = await aFundedMerchant(app.db, 1_000_000n)
  await withEndpoint(app.db, app.services.seal, shop.id, 'simulator:/hooks/disputes')
})
afterAll(() => app.close())

async function aCollection(merchantId = shop.id, more: { from?: string; amountKobo?: bigint } = {}) {
  const id = await collected(app.services, { merchantId, ...more })
  return { id, reference: (await readTransaction(app.db, id))?.reference ?? '' }
}

type Form = Request<typeof initiate>
async function aForm(more: Partial<Form> = {}): Promise<Form> {
  return {
    merchantId: shop.id,
    customer: 'Ngozi Eze',
    amount: '2500.50',
    category: 'CHARGEBACK',
    transactionCategory: 'BANK_FUNDING',
    description: 'Paid for two crates, none came',
    transactionType: 'CREDIT',
    transactionReference: more.transactionReference ?? (await aCollection(more.merchantId)).reference,
    ...more,
  }
}

async function raise(more: Partial<Form> = {}): Promise<string> {
  const reply = await ada.call(initiate, await aForm(more))
  return reply.data.disputeId ?? ''
}

const today = () => lagosDay(new Date())
const aFile = (bytes: Buffer, name: string) => new File([new Uint8Array(bytes)], name)
const seen = async (disputeId: string) => (await ada.call(details, { disputeId })).data.dispute
const step = (disputeId: string, status: Request<typeof changeStatus>['status'], more = {}) =>
  ada.call(changeStatus, { disputeId, status, reason: 'Looked into', ...more })
const take = async (disputeId: string, ...statuses: Request<typeof changeStatus>['status'][]) => {
  for (const status of statuses) expect((await step(disputeId, status)).message).toMatch(/^The dispute is /)
}
const faults = async () => faultCounts(await verifyLedger(app.db))
const noFaults = { lost: 0, duplicated: 0, imbalance: 0, auditGaps: 0 }
async function countRows() {
  const count = async (table: 'file' | 'dispute' | 'dispute_message' | 'dispute_attachment' | 'audit') =>
    (
      await app.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<bigint>().as('n'))
        .executeTakeFirstOrThrow()
    ).n
  return {
    files: await count('file'),
    disputes: await count('dispute'),
    messages: await count('dispute_message'),
    attachments: await count('dispute_attachment'),
    audits: await count('audit'),
    bytes: (await readdir(join(app.services.settings.dataDir, 'files'), { recursive: true }).catch(() => [])).length,
  }
}

describe('raising a dispute', () => {
  it('API-37 DISPUTE-06 DISPUTE-07 raises a dispute with all fields, attachments and due date, and records an audit row', async () => {
    const { id: transactionId, reference } = await aCollection()
    const attachments = [aFile(await image('jpeg'), 'receipt.jpg'), aFile(await image('gif'), 'chat.gif')]
    const before = Date.now()
    const reply = await ada.call(initiate, await aForm({ transactionReference: reference.toLowerCase(), attachments }))
    expect(reply).toMatchObject({ status: 200, message: 'The dispute has been raised' })
    const dispute = await seen(reply.data.disputeId ?? '')
    expect(dispute).toMatchObject({
      merchant: { id: shop.id, businessName: shop.business_name },
      customer: 'Ngozi Eze',
      amount: 2500.5,
      status: 'NEW',
      category: 'CHARGEBACK',
      transactionType: 'CREDIT',
      transactionCategory: 'BANK_FUNDING',
      transactionReference: reference,
      transactionId,
      transactionAmount: 10_000,
      description: 'Paid for two crates, none came',
      enableConversation: 'ENABLED',
      isOverdue: false,
      createdBy: 'Adaeze Okonkwo',
      held: null,
      shortfall: null,
      refund: null,
      alert: null,
      nextStatuses: ['IN_PROGRESS', 'REJECTED', 'CLOSED'],
    })
    const hours = (Date.parse(dispute.dueDate ?? '') - before) / 3_600_000
    expect(Math.round(hours)).toBe(hoursToDecide.CHARGEBACK)
    expect(dispute.attachments).toHaveLength(2)
    for (const [index, type] of ['image/jpeg', 'image/gif'].entries()) {
      const file = await fetch(app.url + (dispute.attachments?.[index] ?? ''))
      expect([file.status, file.headers.get('content-type')]).toEqual([200, type])
      expect(file.headers.get('content-disposition')).toMatch(/^attachment/)
    }
    const { data } = await ada.call(contract.transactions.info, { transactionId })
    expect(data.transaction.disputes).toMatchObject([{ id: dispute.id, amount: 2500.5, status: 'NEW' }])
    const audit = app.db.selectFrom('audit').selectAll().where('record_id', '=', dispute.id)
    expect(await audit.executeTakeFirst()).toMatchObject({ action: 'dispute.initiate', merchant_id: shop.id })
  })

  it('DISPUTE-07 rejects a transaction of another merchant, mode, type or category, or one that did not succeed', async () => {
    const other = await aFundedMerchant(app.db, 1_000_000n)
    const { reference } = await aCollection()
    const refusals = [
      [
        { merchantId: other.id, transactionReference: reference },
        'transactionReference',
        /^This merchant has no credit/,
      ],
      [{ transactionReference: 'KBO-1' }, 'transactionReference', /^This merchant has no credit/],
      [{ transactionReference: reference, transactionType: 'DEBIT' }, 'transactionReference', /has no debit/],
      [
        { transactionReference: reference, transactionCategory: 'BANK_TRANSFER' },
        'transactionCategory',
        /BANK_FUNDING/,
      ],
      [
        { transactionReference: reference, amount: '10000.01' },
        'amount',
        /^The disputed amount cannot exceed ₦10,000.00/,
      ],
    ] as const
    for (const [more, field, sentence] of refusals) {
      const reply = await ada.call(initiate, await aForm(more))
      expect(reply).toMatchObject({ status: 422, fields: { [field]: expect.stringMatching(sentence) } })
    }
    const payout = await aPayout(app.db, app.services.jobs, {
      merchant: { ...other, mode: 'PRODUCTION' },
      accountNumber: '0123456961',
    })
    await eventually(async () => (await readTransaction(app.db, payout))?.status === 'FAILED')
    const failed = (await readTransaction(app.db, payout))?.reference ?? ''
    const transaction = {
      merchantId: other.id,
      transactionType: 'DEBIT',
      transactionCategory: 'BANK_TRANSFER',
    } as const
    const reply = await ada.call(initiate, await aForm({ ...transaction, transactionReference: failed }))
    expect(reply).toMatchObject({ status: 422, message: 'Only successful transactions can be disputed' })
    expect(
      (await ada.call(initiate, await aForm({ merchantId: uuidv7(), transactionReference: reference }))).status,
    ).toBe(404)
    expect((await test.call(initiate, await aForm({ transactionReference: reference }))).status).toBe(404)
  })

  it('raises one dispute per transaction under concurrent calls, and another once the first is closed', async () => {
    const { reference } = await aCollection()
    const form = await aForm({ transactionReference: reference })
    const replies = await Promise.all(Array.from({ length: 10 }, () => ada.call(initiate, form)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, message } of replies)
      if (status !== 200)
        expect([status, message]).toEqual([409, expect.stringMatching(/^This transaction already has an open dispute/)])
    const { data } = await ada.call(list, { search: reference })
    await take(data.disputes[0]?.id ?? '', 'CLOSED')
    expect((await ada.call(initiate, form)).status).toBe(200)
  })

  it('replays the response of a repeated idempotency key', async () => {
    const form = await aForm({ attachments: [aFile(await image(), 'a.png')] })
    const headers = { 'idempotency-key': uuidv7() }
    const first = await ada.call(initiate, form, { headers })
    const repeated = await ada.call(initiate, form, { headers })
    expect([repeated.text, repeated.headers.get('idempotency-replayed')]).toEqual([first.text, 'true'])
  })

  it.each([
    ['VALID-06', { customer: ' ' }, 'customer', 'Customer is required'],
    ['VALID-07', { amount: '12a' }, 'amount', 'Amount must contain numbers only'],
    ['VALID-08', { category: 'LOST' as never }, 'category', 'select Category'],
    ['VALID-09', { transactionCategory: 'CARD_PAYMENT' as never }, 'transactionCategory', 'Select Category'],
    ['VALID-10', { description: '' }, 'description', 'Description is required'],
    ['VALID-11', { transactionType: '' as never }, 'transactionType', 'Transaction type is required'],
    ['VALID-12', { transactionReference: '  ' }, 'transactionReference', 'Transaction reference is required'],
  ])('%s rejects an invalid form field', async (_, more, field, sentence) => {
    const form = { ...(await aForm({ transactionReference: 'KBO-1' })), ...more }
    expect(await ada.call(initiate, form)).toMatchObject({ status: 400, fields: { [field]: sentence } })
  })
})

describe('attachments', () => {
  const images = async (count: number) => {
    const bytes = await image()
    return Array.from({ length: count }, (_, index) => aFile(bytes, `${index}.png`))
  }
  const hostile: [string, () => Promise<File[]> | File[], number, RegExp][] = [
    ['a file of exactly 10 MB', () => [aFile(Buffer.alloc(10_000_000, 1), 'large.png')], 413, /smaller than 10 MB/],
    ['eleven files', () => images(11), 413, /^Send at most 10 files/],
    ['an SVG named PNG', () => [aFile(svgNamedPng(), 'drawing.png')], 400, /drawing.png is not an image/],
    ['an image of 10 billion pixels', () => [aFile(bomb(), 'bomb.png')], 400, /too many pixels/],
    ['a truncated image', async () => [aFile(await truncated(), 'half.png')], 400, /half.png is damaged/],
    [
      'a file name of 300 characters',
      async () => [aFile(await image(), `${'n'.repeat(296)}.png`)],
      400,
      /longer than 200/,
    ],
    [
      'a second file that is not an image',
      async () => [...(await images(1)), aFile(Buffer.from('x'), 'x.png')],
      400,
      /x.png is no/,
    ],
  ]
  it.each(hostile)(
    'VALID-13 VALID-29 rejects %s as an attachment and stores nothing',
    async (_, make, status, sentence) => {
      const attachments = await make()
      const disputeId = await raise()
      const form = await aForm({ attachments })
      const before = await countRows()
      for (const reply of [
        await ada.call(initiate, form),
        await ada.call(sendMessage, { disputeId, subject: 'Look', message: 'Here', attachments }),
      ]) {
        expect(reply).toMatchObject({ status, message: expect.stringMatching(sentence) })
      }
      expect(await countRows()).toEqual(before)
    },
  )

  it('stores ten images and removes a page hidden in one of them', async () => {
    const attachments = [...(await images(9)), aFile(await polyglot(), 'page.png')]
    const dispute = await seen(await raise({ attachments }))
    expect(dispute.attachments).toHaveLength(10)
    const last = await fetch(app.url + (dispute.attachments?.at(-1) ?? ''))
    expect(Buffer.from(await last.arrayBuffer()).toString('latin1')).not.toContain('<script>')
  })

  it('stores no attachment bytes when the dispute cannot be raised', async () => {
    const form = await aForm({ amount: '10000.01', attachments: await images(2) })
    const before = await countRows()
    expect((await ada.call(initiate, form)).status).toBe(422)
    expect(await countRows()).toEqual(before)
  })
})

describe('list of disputes', () => {
  it('API-30 FILTER-26 FILTER-27 lists disputes newest first and filters by status, category, merchant and days', async () => {
    const startDate = today()
    const own = await aFundedMerchant(app.db, 1_000_000n)
    await app.db.updateTable('merchant').set({ business_name: 'Zuma Rock Foods' }).where('id', '=', own.id).execute()
    const ids: string[] = []
    for (const category of ['SCAM', 'CASHBACK', 'TRANSFER'] as const) {
      ids.push(await raise({ merchantId: own.id, category, customer: `Halima ${category}` }))
    }
    await take(ids[1] ?? '', 'IN_PROGRESS')
    await take(ids[2] ?? '', 'REJECTED')
    const found = async (query: Request<typeof list>, rawQuery?: string) => {
      const { data } = await ada.call(
        list,
        query,
        rawQuery === undefined ? {} : { rawQuery: `merchantId=${own.id}&${rawQuery}` },
      )
      return { total: data.totalRecords, ids: data.disputes.map(({ id }) => id) }
    }
    const merchantId = own.id
    const [scam = '', cashback = '', transfer = ''] = ids
    expect(await found({ merchantId })).toEqual({ total: 3, ids: [transfer, cashback, scam] })
    expect(await found({ merchantId, page: 2, size: 2 })).toEqual({ total: 3, ids: [scam] })
    for (const spelling of ['IN_PROGRESS', 'in%20progress', 'In-Progress']) {
      expect(await found({}, `status=${spelling}`)).toEqual({ total: 1, ids: [cashback] })
    }
    expect(await found({ merchantId, status: 'REJECTED' })).toEqual({ total: 1, ids: [transfer] })
    expect(await found({ merchantId, status: 'CLOSED' })).toEqual({ total: 0, ids: [] })
    expect(await found({ merchantId, category: 'SCAM' })).toEqual({ total: 1, ids: [scam] })
    expect(await found({ merchantId, category: 'SCAM', status: 'REJECTED' })).toEqual({ total: 0, ids: [] })
    const all = { total: 3, ids: [transfer, cashback, scam] }
    expect(await found({ merchantId, startDate, endDate: today() })).toEqual(all)
    expect(await found({ merchantId, startDate: '2100-01-01' })).toEqual({ total: 0, ids: [] })
    expect(await found({ merchantId, startDate: '2020-01-01', endDate: '2020-01-02' })).toEqual({ total: 0, ids: [] })
    expect(await found({ merchantId, startDate: '2026-01-02', endDate: '2026-01-01' })).toEqual({ total: 0, ids: [] })
    expect(await found({ search: 'zuma rock' })).toEqual(all)
    expect(await found({ search: 'halima cash' })).toEqual({ total: 1, ids: [cashback] })
    expect(await found({ search: scam.toUpperCase() })).toEqual({ total: 1, ids: [scam] })
    const { transactionReference = '' } = await seen(transfer)
    expect(await found({ search: transactionReference ?? '' })).toEqual({ total: 1, ids: [transfer] })
    const [sessionId = 'none'] = /\d{30}$/.exec(transactionReference ?? '') ?? []
    expect(await found({ search: sessionId })).toEqual({ total: 1, ids: [transfer] })
    expect(await found({ search: 'nobody of that name' })).toEqual({ total: 0, ids: [] })
    expect(await found({}, 'size=1000000000000')).toMatchObject({ total: 3 })
    expect((await ada.call(list, {}, { rawQuery: 'status=lost' })).status).toBe(400)
    // FILTER-27: the values of the chargeback filter.
    expect(await found({}, 'category=fraud')).toEqual({ total: 1, ids: [scam] })
    expect(await found({}, 'status=declined')).toEqual({ total: 1, ids: [transfer] })
    expect(await found({}, 'status=accepted')).toEqual({ total: 0, ids: [] })
    expect((await ada.call(list, {}, { rawQuery: 'category=theft' })).status).toBe(400)
    expect((await test.call(list, { merchantId })).data).toMatchObject({ totalRecords: 0, disputes: [] })
  })

  it('FILTER-27 maps the status and category terms of card schemes to one value, and finds disputes by either', async () => {
    const own = await aFundedMerchant(app.db, 1_000_000n)
    const fraud = await raise({ merchantId: own.id, category: 'fraud' })
    const accepted = await raise({ merchantId: own.id, category: 'chargeback' })
    expect((await step(fraud, 'declined')).data).toMatchObject({ status: 'REJECTED' })
    await take(accepted, 'in progress')
    expect((await step(accepted, 'accepted')).data).toMatchObject({ status: 'RESOLVED' })
    expect(await seen(fraud)).toMatchObject({ category: 'SCAM', status: 'REJECTED' })
    expect(await seen(accepted)).toMatchObject({ category: 'CHARGEBACK', status: 'RESOLVED' })
    const found = async (query: string) => {
      const { data } = await ada.call(list, {}, { rawQuery: `merchantId=${own.id}&${query}` })
      return data.disputes.map(({ id }) => id)
    }
    for (const query of ['category=fraud', 'category=SCAM', 'status=declined', 'status=REJECTED'])
      expect(await found(query), query).toEqual([fraud])
    for (const query of ['category=chargeback', 'status=accepted', 'status=RESOLVED'])
      expect(await found(query), query).toEqual([accepted])
  })

  it('marks open disputes as overdue after their due date', async () => {
    const own = await aFundedMerchant(app.db, 1_000_000n)
    const open = await raise({ merchantId: own.id, category: 'SCAM' })
    await take(await raise({ merchantId: own.id, category: 'SCAM' }), 'CLOSED')
    const past = new Date(Date.now() - 1000).toISOString()
    await app.db.updateTable('dispute').set({ due_at: past }).where('merchant_id', '=', own.id).execute()
    const { data } = await ada.call(list, { merchantId: own.id })
    expect(data).toMatchObject({ totalRecords: 2, totalOverdue: 1 })
    expect(data.disputes.map(({ isOverdue }) => isOverdue)).toEqual([false, true])
    expect((await seen(open)).isOverdue).toBe(true)
    const overdue = (await ada.call(list, { merchantId: own.id, state: 'OVERDUE' })).data
    expect(overdue).toMatchObject({ totalRecords: 1, totalOverdue: 1, disputes: [{ id: open }] })
  })

  it('lists open disputes in the order of their due dates, a page at a time', async () => {
    const own = await aFundedMerchant(app.db, 1_000_000n)
    const [late, soon, closed, next] = [
      await raise({ merchantId: own.id, category: 'SCAM' }),
      await raise({ merchantId: own.id, category: 'SCAM' }),
      await raise({ merchantId: own.id, category: 'SCAM' }),
      await raise({ merchantId: own.id, category: 'SCAM' }),
    ]
    await take(closed, 'CLOSED')
    for (const [id, hours] of [
      [late, 30],
      [soon, 10],
      [closed, 5],
      [next, 20],
    ] as const) {
      const due_at = new Date(Date.now() + hours * 3_600_000).toISOString()
      await app.db.updateTable('dispute').set({ due_at }).where('id', '=', id).execute()
    }
    const page = async (at: number) =>
      (await ada.call(list, { merchantId: own.id, state: 'OPEN', sort: 'due', page: at, size: 2 })).data
    const pages = [await page(1), await page(2), await page(3)]
    expect(pages.map(({ disputes: rows }) => rows.map(({ id }) => id))).toEqual([[soon, next], [late], []])
    expect(pages.map(({ totalRecords }) => totalRecords)).toEqual([3, 3, 3])
  })

  it('API-31 returns 404 for reading or changing a dispute of the other mode', async () => {
    const disputeId = await raise()
    const requests = [
      test.call(details, { disputeId }),
      test.call(activities, { disputeId }),
      test.call(conversation, { disputeId }),
      test.call(changeStatus, { disputeId, status: 'IN_PROGRESS' }),
      test.call(changeConversation, { disputeId, status: 'DISABLED' }),
      test.call(sendMessage, { disputeId, subject: 'Hello', message: 'Hello' }),
    ]
    for (const { status, message } of await Promise.all(requests)) {
      expect([status, message]).toEqual([404, 'This dispute was not found in this mode'])
    }
  })
})

describe('dispute status', () => {
  it('API-32 API-34 DISPUTE-09 records each status change with operator and reason, newest first', async () => {
    const startDate = today()
    const disputeId = await raise()
    expect(await step(disputeId, 'IN_PROGRESS', { reason: 'Bank called' })).toMatchObject({
      message: 'The dispute is in progress',
      data: { status: 'IN_PROGRESS', held: 2500.5, shortfall: 0, refundId: null },
    })
    await tunde.call(changeStatus, { disputeId, status: 'AWAITING_FEEDBACK' })
    const { data } = await ada.call(activities, { disputeId })
    expect(data.activities).toMatchObject([
      { status: 'AWAITING_FEEDBACK', reason: null, user: { role: 'ADMIN', name: 'Tunde Okonkwo' } },
      { status: 'IN_PROGRESS', reason: 'Bank called', user: { role: 'ADMIN', name: 'Adaeze Okonkwo' } },
      { status: 'NEW', reason: null, createdAt: expect.any(String) },
    ])
    expect((await ada.call(activities, { disputeId, startDate, endDate: today() })).data).toEqual(data)
    for (const days of [{ startDate: '2020-01-01', endDate: '2020-01-01' }, { startDate: '2100-01-01' }]) {
      const none = await ada.call(activities, { disputeId, ...days })
      expect(none.data).toMatchObject({ totalRecords: 0, activities: [] })
    }
    const audits = app.db.selectFrom('audit').select(['before', 'after', 'reason']).where('record_id', '=', disputeId)
    const [audit] = await audits.where('action', '=', 'dispute.status').orderBy('id').execute()
    expect(audit).toMatchObject({ before: { status: 'NEW' }, after: { status: 'IN_PROGRESS' }, reason: 'Bank called' })
  })

  it('rejects an invalid transition, and names the operator who changed the status first', async () => {
    const disputeId = await raise()
    const [first, second] = await Promise.all([step(disputeId, 'REJECTED'), step(disputeId, 'CLOSED')])
    const [accepted, rejected] = first.status === 200 ? [first, second] : [second, first]
    expect([accepted.status, rejected.status]).toEqual([200, 409])
    expect(rejected.message).toMatch(/^This dispute is (rejected|closed) \(by Adaeze Okonkwo on \d\d-\d\d-\d{4}/)
    expect((await step(disputeId, 'IN_PROGRESS')).status).toBe(409)
    const fresh = await raise()
    for (const to of ['NEW', 'AWAITING_FEEDBACK', 'FEEDBACK_PROVIDED', 'RESOLVED'] as const) {
      expect((await step(fresh, to)).status).toBe(409)
    }
    expect(await ada.call(changeStatus, { disputeId: fresh, status: 'CLOSED' })).toMatchObject({
      status: 400,
      fields: { reason: 'Reason is required' },
    })
  })

  it('refunds the held amount once on resolution and shows the refund', async () => {
    const { reference } = await aCollection()
    const disputeId = await raise({ transactionReference: reference, amount: '4000' })
    await take(disputeId, 'IN_PROGRESS')
    expect(await seen(disputeId)).toMatchObject({ held: 4000, shortfall: 0 })
    const replies = await Promise.all([step(disputeId, 'RESOLVED'), step(disputeId, 'RESOLVED')])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const resolved = await eventually(async () => {
      const dispute = await seen(disputeId)
      return dispute.refund?.status === 'processed' && dispute
    })
    expect(resolved).toMatchObject({
      status: 'RESOLVED',
      held: null,
      alert: null,
      refund: { amount: 4000 },
      nextStatuses: [],
    })
    const refund = await ada.call(contract.refunds.info, { refundId: resolved.refund?.id ?? '' })
    expect(refund.data).toMatchObject({ refundAmount: 4000, status: 'processed', requestedBy: 'Adaeze Okonkwo' })
    expect((await ada.call(activities, { disputeId })).data.activities[0]).toMatchObject({
      reason: '₦4,000.00 refunded to the payer',
      user: null,
    })
    expect(await faults()).toEqual(noFaults)
  })

  it('holds the money again with an alert when the refund fails, and allows a retry or closing', async () => {
    const { reference } = await aCollection(shop.id, { from: '0123456961' })
    const disputeId = await raise({ transactionReference: reference, amount: '4000' })
    await take(disputeId, 'IN_PROGRESS', 'RESOLVED')
    const alerted = () => eventually(async () => ((await seen(disputeId)).alert ? await seen(disputeId) : null))
    const failed = await alerted()
    expect(failed).toMatchObject({
      status: 'RESOLVED',
      held: 4000,
      shortfall: 0,
      alert: expect.stringMatching(/^The refund failed and ₦4,000.00 is held again/),
      refund: { status: 'failed' },
      nextStatuses: ['RESOLVED', 'CLOSED'],
    })
    expect((await step(disputeId, 'REJECTED')).status).toBe(409)
    const repeated = await step(disputeId, 'RESOLVED')
    expect(repeated.data.refundId).not.toBe(failed.refund?.id)
    await alerted()
    await take(disputeId, 'CLOSED')
    expect(await seen(disputeId)).toMatchObject({ status: 'CLOSED', held: null, alert: null, nextStatuses: [] })
    expect(await faults()).toEqual(noFaults)
  })

  it('moves no money for a debit dispute', async () => {
    const payout = await aPayout(app.db, app.services.jobs, { merchant: { id: shop.id, mode: 'PRODUCTION' } })
    const { reference } = await eventually(async () => {
      const row = await readTransaction(app.db, payout)
      return row?.status === 'SUCCESS' && row
    })
    const transaction = {
      transactionType: 'DEBIT',
      transactionCategory: 'BANK_TRANSFER',
      transactionReference: reference,
    } as const
    const disputeId = await raise({ ...transaction, amount: '100', category: 'TRANSFER' })
    await take(disputeId, 'IN_PROGRESS')
    expect(await seen(disputeId)).toMatchObject({ held: null, shortfall: null, transactionType: 'DEBIT' })
    expect(await step(disputeId, 'RESOLVED', { amount: 5 })).toMatchObject({
      status: 422,
      fields: { amount: 'Debit disputes do not refund money' },
    })
    await take(disputeId, 'RESOLVED')
    expect(await seen(disputeId)).toMatchObject({ status: 'RESOLVED', refund: null })
  })

  it('rejects refunds that exceed the undisputed part of a collection', async () => {
    await app.db.updateTable('merchant').set({ is_refund_enabled: true }).where('id', '=', shop.id).execute()
    const { id: transactionId, reference } = await aCollection()
    const disputeId = await raise({ transactionReference: reference, amount: '7000' })
    const refund = (amount: number) => ada.call(contract.refunds.request, { transactionId, amount, reason: 'Asked' })
    expect(await refund(3000.01)).toMatchObject({
      status: 422,
      message: '₦7,000.00 of this collection is disputed: only ₦3,000.00 can be refunded outside the dispute',
    })
    expect((await refund(3000)).status).toBe(200)
    const shown = (await ada.call(contract.transactions.info, { transactionId })).data.transaction.refunds
    expect(shown).toMatchObject({ left: 0, hindrance: expect.stringMatching(/nothing can be refunded outside/) })
    await take(disputeId, 'REJECTED')
    expect((await refund(7000)).status).toBe(200)
  })
})

describe('dispute conversation', () => {
  it('API-35 API-36 DISPUTE-08 DISPUTE-13 DISPUTE-18 lists messages with attachments, newest first', async () => {
    const startDate = today()
    const disputeId = await raise()
    const attachments = [aFile(await image('webp'), 'photo.webp')]
    await ada.call(sendMessage, { disputeId, subject: 'Delivery', message: 'When was it sent?\nBy whom?', attachments })
    await tunde.call(sendMessage, { disputeId, subject: 'Proof', message: 'Send the waybill' })
    const { data } = await ada.call(conversation, {}, { rawQuery: `page=1&size=1000000000000&disputeId=${disputeId}` })
    expect(data).toMatchObject({
      totalRecords: 2,
      conversation: [
        { subject: 'Proof', attachments: [], user: { role: 'ADMIN', name: 'Tunde Okonkwo' } },
        {
          subject: 'Delivery',
          message: 'When was it sent?\nBy whom?',
          attachments: [expect.stringContaining('photo.webp')],
        },
      ],
    })
    const subjects = async (days: { startDate: string; endDate?: string }) =>
      (await ada.call(conversation, { disputeId, ...days })).data.conversation.map(({ subject }) => subject)
    expect(await subjects({ startDate, endDate: today() })).toEqual(['Proof', 'Delivery'])
    expect(await subjects({ startDate: '2020-01-01', endDate: '2020-01-01' })).toEqual([])
    expect(await subjects({ startDate: '2100-01-01' })).toEqual([])
  })

  it('DISPUTE-08 DISPUTE-13 returns all 20,000 messages on request, and otherwise pages of at most 1,000', async () => {
    const disputeId = await raise()
    await ada.call(sendMessage, { disputeId, subject: 'First', message: 'When was it sent?' })
    const { merchant_id } = await app.db
      .selectFrom('dispute')
      .select('merchant_id')
      .where('id', '=', disputeId)
      .executeTakeFirstOrThrow()
    const later = Date.now() + 1_000
    for (let from = 1; from <= 20_000; from += 4_000) {
      const messages = Array.from({ length: 4_000 }, (_, index) => {
        const at = new Date(later + from + index)
        const message = { subject: 'Again', message: `Message ${from + index}`, sender_role: 'MERCHANT' }
        return {
          id: uuidv7(at.getTime()),
          dispute_id: disputeId,
          merchant_id,
          created_at: at.toISOString(),
          ...message,
        }
      })
      await app.db.insertInto('dispute_message').values(messages).execute()
    }
    const read = async (size: string) =>
      (await ada.call(conversation, {}, { rawQuery: `page=1&size=${size}&disputeId=${disputeId}` })).data
    const everything = await read('1000000000000')
    expect(everything.conversation).toHaveLength(20_000)
    expect(everything).toMatchObject({ totalRecords: 20_001, conversation: { 0: { message: 'Message 20000' } } })
    expect((await read('999999')).conversation).toHaveLength(1_000)
  })

  it('VALID-17 rejects a message without subject or text', async () => {
    const reply = await ada.call(sendMessage, { disputeId: await raise(), subject: ' ', message: '' })
    expect(reply).toMatchObject({
      status: 400,
      fields: { subject: 'Subject is required', message: 'Message is required' },
    })
  })

  it('API-33 DISPUTE-11 STATE-13 disables and enables the conversation, and stores nothing while it is disabled', async () => {
    const disputeId = await raise()
    const setConversation = (status: 'ENABLED' | 'DISABLED') => ada.call(changeConversation, { disputeId, status })
    expect(await setConversation('DISABLED')).toMatchObject({
      message: 'The conversation is disabled',
      data: { status: 'DISABLED' },
    })
    expect((await seen(disputeId)).enableConversation).toBe('DISABLED')
    expect(await setConversation('DISABLED')).toMatchObject({
      status: 409,
      message: 'The conversation is already disabled',
    })
    const attachments = [aFile(await image(), 'a.png')]
    const before = await countRows()
    expect(await ada.call(sendMessage, { disputeId, subject: 'A', message: 'B', attachments })).toMatchObject({
      status: 409,
      message: expect.stringMatching(/^The conversation about this dispute is disabled/),
    })
    expect(await countRows()).toEqual(before)
    await setConversation('ENABLED')
    expect((await ada.call(sendMessage, { disputeId, subject: 'A', message: 'B' })).status).toBe(200)
    const reasons = (await ada.call(activities, { disputeId })).data.activities.map(({ reason }) => reason)
    expect(reasons.slice(0, 2)).toEqual(['Conversation enabled', 'Conversation disabled'])
  })
})
