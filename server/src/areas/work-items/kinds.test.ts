import { contract } from '@kobo/contract'
import { recordKinds } from '@kobo/contract/kit/record-kinds'
import { workKindNames, type WorkKind, workKinds } from '@kobo/contract/kit/work-kinds'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { collectWorkItems } from '../../engine/work-items/collect-items.ts'
import { requestRefund } from '../../engine/refunds/request-refund.ts'
import { workSources } from '../../engine/work-items/sources.ts'
import { aContactMessage } from '../../testing/a-contact-message.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { bankOf } from '../../testing/collectors.ts'
import { collected, disputed } from '../../testing/disputes.ts'
import { aMerchant, anUpgrade, aTransaction, aWallet, aWalletUpgrade, idAt } from '../../testing/factories.ts'
import { aCardBatch } from '../../testing/issued-cards.ts'
import { aFundedMerchant, aPayout, eventually, withEndpoint } from '../../testing/payouts.ts'
import { processItems } from '../../testing/run-inline.ts'
import { aFailedSettlement } from '../../testing/settlement-bookkeeping.ts'

/** The simulated switch responds with an unknown code for this account, and reports the outcome only when it is revealed. */
const openOutcome = '0123456909'
const reason = 'Confirmed by telephone'
const hourMs = 3_600_000

let app: TestApp
let ada: Client
beforeAll(async () => {
  app = await startApp({
    rails: { settlesAfterMs: 600_000 },
    settings: { switchTimeoutMs: 1_500, sessionIdleMs: 48 * hourMs, sessionLifeMs: 48 * hourMs },
    delays: { requerySeconds: () => 360_000, unconfirmedSeconds: () => 360_000 },
  })
  ada = await app.signIn()
})
afterAll(() => app.close())

const services = {
  get db() {
    return app.services.db
  },
  get jobs() {
    return app.services.jobs
  },
  get seal() {
    return app.services.seal
  },
}
const collect = () => processItems(collectWorkItems({ db: app.db, clock: app.clock.now }))
const set = (table: string, change: string) => (id: string) =>
  app.database.pool.query(`update ${table} set ${change} where id = $1`, [id])

async function isPending(id: string) {
  const row = await app.db.selectFrom('transaction').select('status').where('id', '=', id).executeTakeFirst()
  return row?.status === 'PENDING'
}

interface Case {
  /** Creates a record that requires work, and returns its id. */
  open(): Promise<string>
  /** Time until it requires work. */
  afterMs?: number
  byCall(id: string): Promise<{ status: number }>
  bySql(id: string): Promise<unknown>
}

const merchant = () => aFundedMerchant(app.db, 10_000_000n)

const cases: Record<WorkKind, Case> = {
  KYC: {
    open: async () => (await aMerchant(app.db)).id,
    byCall: (merchantId) => ada.call(contract.merchants.approve, { merchantId }),
    bySql: set('merchant', "verified = 'REJECTED'"),
  },
  TIER: {
    open: async () => (await aWalletUpgrade(app.db, await aWallet(app.db, await merchant()))).id,
    byCall: (requestId) => ada.call(contract.walletUpgrades.reject, { requestId, reason }),
    bySql: set('wallet_upgrade', "status = 'REJECTED'"),
  },
  UPGRADE: {
    open: async () => (await anUpgrade(app.db, await merchant())).id,
    byCall: (upgradeId) => ada.call(contract.merchantUpgrades.decline, { upgradeId, reason }),
    bySql: set('merchant_upgrade', "status = 'DECLINED'"),
  },
  PAYOUT_IN_DOUBT: {
    async open() {
      const order = { merchant: await merchant(), accountNumber: openOutcome, amountKobo: 400_000n }
      const id = await aPayout(app.db, services.jobs, order)
      await eventually(() => isPending(id))
      return id
    },
    afterMs: 11 * 60_000,
    byCall: (transactionId) => ada.call(contract.transactions.markSuccess, { transactionId, reason }),
    bySql: set('transaction', "status = 'FAILED'"),
  },
  SETTLEMENT_FAILED: {
    async open() {
      const owner = await merchant()
      await bankOf(app.db, owner, openOutcome)
      return await transact(app.db, (t) => aFailedSettlement(t, 'PRODUCTION', owner.id, app.clock.now()))
    },
    byCall: (settlementId) => ada.call(contract.settlements.resend, { settlementId, retry: true }),
    bySql: set('settlement', "status = 'SUCCESSFUL'"),
  },
  DISPUTE: {
    open: async () =>
      disputed(services, await collected(services, { merchantId: (await merchant()).id }), { staffId: ada.staffId }),
    byCall: (disputeId) => ada.call(contract.disputes.changeStatus, { disputeId, status: 'REJECTED', reason }),
    bySql: set('dispute', "status = 'CLOSED'"),
  },
  REFUND_STUCK: {
    async open() {
      const { id: merchantId } = await merchant()
      const transactionId = await collected(services, { merchantId, from: openOutcome, amountKobo: 300_000n })
      const order = {
        mode: 'PRODUCTION' as const,
        transactionId,
        amountKobo: 300_000n,
        reason,
        staffId: ada.staffId,
        isOwed: true,
      }
      const refund = await transact(app.db, (t) => requestRefund(t, services.jobs, { ...order, at: app.clock.now() }))
      await eventually(() => isPending(refund.transactionId))
      return refund.refundId
    },
    afterMs: 61 * 60_000,
    async byCall(refundId) {
      const { refund_transaction_id: transactionId } = await app.db
        .selectFrom('refund')
        .select('refund_transaction_id')
        .where('id', '=', refundId)
        .executeTakeFirstOrThrow()
      await app.database.pool.query(
        'update outside.payment set told_from = now() where session_id = (select session_id from transaction where id = $1)',
        [transactionId],
      )
      return await ada.call(contract.transactions.requery, { transactionId })
    },
    bySql: (refundId) =>
      sql`update transaction set status = 'FAILED' where id = (select refund_transaction_id from refund where id = ${refundId})`.execute(
        app.db,
      ),
  },
  CARD_BATCH: {
    async open() {
      const { id: merchantId } = await merchant()
      return await transact(app.db, (t) => aCardBatch(t, { mode: 'PRODUCTION', merchantId, walletId: null }))
    },
    byCall: (batchId) => ada.call(contract.cards.declineBatch, { batchId, reason }),
    bySql: (id) =>
      set(
        'card_batch',
        `status = 'DECLINED', decided_at = now(), decided_by = '${ada.staffId}', decision_reason = 'x'`,
      )(id),
  },
  CONTACT: {
    open: async () => (await aContactMessage(app.db, await merchant())).id,
    byCall: (messageId) => ada.call(contract.contact.answer, { messageId, answer: 'Ten naira' }),
    bySql: (id) =>
      set(
        'contact_message',
        `status = 'ANSWERED', answer = 'x', answered_at = now(), answered_by = '${ada.staffId}'`,
      )(id),
  },
  DEAD_JOBS: {
    async open() {
      await app.database.pool.query(
        "insert into pgboss.job (name, data, state, completed_on) values ('statement', '{}', 'failed', now())",
      )
      return 'statement'
    },
    byCall: (kind) => ada.call(contract.jobs.revive, { kind }),
    bySql: (kind) => app.database.pool.query("delete from pgboss.job where name = $1 and state = 'failed'", [kind]),
  },
  WEBHOOKS_FAILED: {
    open: async () => (await aFailedEvent()).merchantId,
    byCall: (merchantId) => ada.call(contract.webhooks.resendFailed, { merchantId }),
    bySql: (merchantId) =>
      app.database.pool.query("update webhook_event set status = 'DELIVERED' where merchant_id = $1", [merchantId]),
  },
}

/** Creates a payout whose webhook event exhausted its retries. */
async function aFailedEvent() {
  const owner = await merchant()
  await withEndpoint(app.db, services.seal, owner.id, 'https://hooks.example')
  const { id: transactionId } = await aTransaction(app.db, owner, { status: 'SUCCESS', category: 'BANK_TRANSFER' })
  const at = app.clock.now().toISOString()
  const event = { id: idAt(at), created_at: at, transaction_id: transactionId, kind: 'transfer.success', body: '{}' }
  await app.db
    .insertInto('webhook_event')
    .values({ ...event, mode: 'PRODUCTION', merchant_id: owner.id, status: 'FAILED', attempts: 8 })
    .execute()
  return { merchantId: owner.id, transactionId }
}

async function itemOf(kind: WorkKind, subjectId: string) {
  return await app.db
    .selectFrom('work_item')
    .selectAll()
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

async function opened(kind: WorkKind): Promise<string> {
  const { open, afterMs = 0 } = cases[kind]
  const id = await open()
  app.clock.advance(afterMs)
  await collect()
  expect(await itemOf(kind, id)).toMatchObject({ closed_at: null, subject_type: workKinds[kind].record })
  return id
}

describe('kinds of work', () => {
  it('have one source each, whose records have a kind', () => {
    expect(workSources.map(({ kind }) => kind)).toEqual(workKindNames)
    for (const { kind, touched } of workSources) {
      expect(Object.keys(recordKinds)).toContain(workKinds[kind].record)
      expect(Object.keys(touched)).toContain(workKinds[kind].record)
    }
  })

  it.each(workKindNames)(
    '%s is open once, and closed by the call that decides it, in its transaction',
    async (kind) => {
      const id = await opened(kind)
      await collect()
      const items = app.db.selectFrom('work_item').select('id').where('kind', '=', kind).where('subject_id', '=', id)
      expect(await items.execute()).toHaveLength(1)
      expect(await cases[kind].byCall(id)).toMatchObject({ status: 200 })
      expect(await itemOf(kind, id)).toMatchObject({ closed_by: ada.staffId, closed_at: expect.any(String) })
    },
  )

  it.each(workKindNames)('%s is closed by the collector if its record is changed otherwise', async (kind) => {
    const id = await opened(kind)
    await cases[kind].bySql(id)
    expect(await itemOf(kind, id)).toMatchObject({ closed_at: null })
    await collect()
    expect(await itemOf(kind, id)).toMatchObject({ closed_at: expect.any(String), closed_by: null })
  })

  it('closes the item of failed webhooks when the last event is sent again from its transaction', async () => {
    const { merchantId, transactionId } = await aFailedEvent()
    await collect()
    expect(await itemOf('WEBHOOKS_FAILED', merchantId)).toMatchObject({ closed_at: null })
    expect(await ada.call(contract.transactions.resendWebhook, { transactionId })).toMatchObject({ status: 200 })
    expect(await itemOf('WEBHOOKS_FAILED', merchantId)).toMatchObject({ closed_by: ada.staffId })
  })

  it('joins more than 200 payments of one bank and route into one item, and separates them below 100', async () => {
    const owner = await merchant()
    const createdAt = new Date(app.clock.now().getTime() - hourMs).toISOString()
    for (let nth = 0; nth < 205; nth += 1) {
      await aTransaction(app.db, owner, {
        created_at: createdAt,
        status: 'PENDING',
        route: 'NIP',
        beneficiary_bank_code: '057',
        amount_kobo: 100n,
      })
    }
    await collect()
    const open = () =>
      app.db
        .selectFrom('work_item')
        .select(['subject_type', 'name', 'count', 'amount_kobo'])
        .where('kind', '=', 'PAYOUT_IN_DOUBT')
        .where('closed_at', 'is', null)
        .execute()
    expect(await open()).toEqual([
      { subject_type: 'cause', name: 'Zenith Bank over NIP', count: 205, amount_kobo: 20_500n },
    ])
    const end = (n: number) =>
      sql`update transaction set status = 'FAILED' where id in (
        select id from transaction where merchant_id = ${owner.id} and status = 'PENDING' limit ${n})`.execute(app.db)
    await end(100)
    await collect()
    expect(await open()).toMatchObject([{ subject_type: 'cause', count: 105 }])
    await end(10)
    await collect()
    await collect()
    expect(await open()).toHaveLength(95)
    await end(95)
    await collect()
  })
})

/** Partial index that contains only what requires work. */
const indexes: Partial<Record<WorkKind, string>> = {
  KYC: 'merchant_kyc_open',
  TIER: 'wallet_upgrade_one_pending',
  UPGRADE: 'merchant_upgrade_open',
  PAYOUT_IN_DOUBT: 'transaction_open',
  SETTLEMENT_FAILED: 'settlement_failed',
  DISPUTE: 'dispute_open',
  REFUND_STUCK: 'transaction_asked_about',
  CARD_BATCH: 'card_batch_pending',
  CONTACT: 'contact_message_new',
  WEBHOOKS_FAILED: 'webhook_event_failed',
}

describe('access paths', () => {
  it.each(Object.entries(indexes))('%s reads %s', async (kind, index) => {
    const source = workSources.find((each) => each.kind === kind)
    const all = () => sql<boolean>`true`
    const lines = await transact(app.db, async (t) => {
      await sql`set local enable_seqscan = off`.execute(t)
      const plans: string[] = []
      for (const query of source?.open ?? []) {
        const { rows } = await sql<object>`explain ${query(new Date(), all)}`.execute(t)
        plans.push(...rows.flatMap((row) => Object.values(row)))
      }
      return plans.join('\n')
    })
    expect(lines).toContain(index)
  })
})
