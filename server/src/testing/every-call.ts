import { contract } from '@kobo/contract'
import { chargeGroups } from '@kobo/contract/charges'
import type { Call } from '@kobo/contract/kit/call'
import { lagosDay } from '@kobo/contract/kit/day'
import { recordIds } from '@kobo/contract/kit/id'
import type { Mode } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { openCheckout } from '../engine/checkouts/open-checkout.ts'
import { openPaymentLink } from '../engine/checkouts/open-payment-link.ts'
import { openChildAccount } from '../engine/child-accounts/open-child-account.ts'
import { openVirtualAccount } from '../engine/collections/open-virtual-account.ts'
import { openMerchantAccount } from '../ledger/accounts.ts'
import { uuidv7 } from '../uuid.ts'
import {
  aContactMessage,
  aDirector,
  aMerchant,
  aPartner,
  aTransaction,
  anUpgrade,
  aWallet,
  aWalletUpgrade,
} from './factories.ts'
import { bill } from './bill-bookkeeping.ts'
import { dispute, someStaff } from './dispute-bookkeeping.ts'
import { idAt } from './id-at.ts'
import { aCardBatch, someCards } from './issued-cards.ts'
import { ownAccount } from './payouts.ts'
import { refund } from './refund-bookkeeping.ts'
import { aFailedSettlement } from './failed-settlement.ts'
import { aShopFloor } from './stores.ts'
import { aSubaccount } from './subaccounts.ts'
import { aRecurringPayout, aScheduledPayout } from './timed-payouts.ts'

const areas: Record<string, Record<string, Call>> = contract

/** Every call of the contract with its method and path, for tests that walk over all. */
export const everyCall = Object.values(areas)
  .flatMap((area) => Object.values(area))
  .map((call): [string, Call] => [`${call.method} ${call.path}`, call])

/** Every field that a call takes, in its query or its body. */
export function fieldsOf(call: Call): [string, z.core.$ZodType][] {
  return [call.query, call.body].flatMap((schema) => (schema ? entries(schema.shape) : []))
}

function entries(shape: z.core.$ZodShape): [string, z.core.$ZodType][] {
  return Object.keys(shape).flatMap((name) => (shape[name] === undefined ? [] : [[name, shape[name]]]))
}

/** What a field that takes an id calls its record; undefined for any other field. */
export function recordOf(schema: z.core.$ZodType): string | undefined {
  return recordIds.get(schema)?.record
}

/** Numbers of people that no reply may hold in clear. */
export const personalNumbers = {
  owner: '22123456789',
  identity: '70412345678',
  director: '22999888777',
  holder: '22111222333',
  nin: '61234567890',
}

/** One record of each kind that a call takes an id of, by what the contract calls it. */
export type Records = Record<string, string>

/** A merchant in this mode with everything that a call may be asked of it. */
export async function someRecords(db: Database, mode: Mode, now: Date): Promise<Records> {
  const merchant = await aMerchant(db, {
    mode,
    business_name: 'Adire & Indigo',
    verified: 'ACCEPTED',
    status: 'ACTIVE',
    bvn: personalNumbers.owner,
    identity_number: personalNumbers.identity,
  })
  await aDirector(db, merchant.id, { bvn: personalNumbers.director })
  await transact(db, (transaction) =>
    openMerchantAccount(transaction, { mode, merchantId: merchant.id, accountName: 'Adire', now }),
  )
  const wallet = await aWallet(db, merchant)
  const { holder: bvn, nin } = personalNumbers
  await db.updateTable('wallet').set({ bvn, nin }).where('id', '=', wallet.id).execute()
  const batch = { id: idAt(now), mode, merchant_id: merchant.id, reference: batchReference(mode), status: 'UPLOADED' }
  await db
    .insertInto('bulk_batch')
    .values({ ...batch, created_at: now.toISOString(), total_items: 0 })
    .execute()
  return {
    merchant: merchant.id,
    wallet: wallet.id,
    transaction: (await aTransaction(db, merchant)).id,
    'upgrade request': (await anUpgrade(db, merchant)).id,
    request: (await aWalletUpgrade(db, wallet)).id,
    'scheduled payout': (await aScheduledPayout(db, merchant)).id,
    'recurring payout': (await aRecurringPayout(db, merchant, { start_day: lagosDay(now) })).id,
    ...(await aChildWithPayment(db, mode, merchant.id, now)),
    'virtual account': await anInlet(db, mode, merchant.id, now),
    'sub-account': await transact(db, (transaction) =>
      aSubaccount(transaction, { id: merchant.id, mode }, { at: now }),
    ),
    ...(await somethingToPay(db, mode, merchant.id, now)),
    service: await someService(db),
    'bill payment': await someBill(db, mode, merchant.id),
    message: (await aContactMessage(db, merchant)).id,
    partner: (await aPartner(db, { mode })).id,
    refund: await somethingReturned(db, mode, merchant.id, now),
    settlement: await transact(db, (transaction) => aFailedSettlement(transaction, mode, merchant.id, now)),
    ...(await aCardAndABatch(db, mode, merchant.id, now)),
    ...(await somethingSold(db, mode, merchant.id, now)),
    dispute: await somethingDisputed(db, mode, merchant.id, now),
    account: (await ownAccount(db, merchant.id)).id,
    transfer: await aTransfer(db, merchant.id),
    'sign-in': uuidv7(),
    // Nobody's: people and their sessions belong to no mode, and a walk changes none of them.
    session: uuidv7(),
    member: uuidv7(),
  }
}

async function anInlet(db: Database, mode: Mode, merchantId: string, at: Date): Promise<string> {
  const account = { mode, merchantId, walletId: null, accountName: 'Adire', at }
  return (await transact(db, (transaction) => openVirtualAccount(transaction, account, null))).id
}

async function somethingToPay(db: Database, mode: Mode, merchantId: string, at: Date) {
  const asked = { mode, merchantId, accountName: 'Adire', amountKobo: 500_000n, at }
  return await transact(db, async (t) => {
    const checkout = { ...asked, reference: uuidv7(), narration: 'Order', expiresAt: null }
    const link = { ...asked, reference: uuidv7(), description: 'Order' }
    return { checkout: (await openCheckout(t, checkout)).id, 'payment link': (await openPaymentLink(t, link)).id }
  })
}

/** Services are of no mode; what is switched off in one is on in the other. */
async function someService(db: Database): Promise<string> {
  const { id } = await db.selectFrom('service').select('id').where('code', '=', 'CARDS').executeTakeFirstOrThrow()
  return id
}

async function someBill(db: Database, mode: Mode, merchantId: string): Promise<string> {
  const { id } = await ownAccount(db, merchantId)
  return await transact(db, (t) => bill(t, { id, mode, merchantId, walletId: null, kind: 'MERCHANT' }, 'SUCCESS'))
}

async function somethingReturned(db: Database, mode: Mode, merchantId: string, at: Date): Promise<string> {
  const { id } = await ownAccount(db, merchantId)
  const account = { id, mode, merchantId, walletId: null, kind: 'MERCHANT' }
  return (await transact(db, (t) => refund(t, account, 'QUEUED', { at }))).refundId
}

async function somethingDisputed(db: Database, mode: Mode, merchantId: string, at: Date): Promise<string> {
  const { id } = await ownAccount(db, merchantId)
  const account = { id, mode, merchantId, walletId: null, kind: 'MERCHANT' }
  return await transact(db, async (t) => (await dispute(t, account, [], { staffId: await someStaff(t), at })).disputeId)
}

async function aCardAndABatch(db: Database, mode: Mode, merchantId: string, at: Date): Promise<Records> {
  const holder = { mode, merchantId, walletId: null }
  return await transact(db, async (t) => {
    const [card] = await someCards(t, holder, { at })
    return { card: card?.id ?? '', batch: await aCardBatch(t, holder, { at }) }
  })
}

async function somethingSold(db: Database, mode: Mode, merchantId: string, at: Date): Promise<Records> {
  const { shopId, store, terminal } = await aShopFloor(db, { id: merchantId, mode }, { at })
  return { shop: shopId, store: store.id, terminal: terminal.id }
}

async function aTransfer(db: Database, merchantId: string): Promise<string> {
  const found = db.selectFrom('transfer').select('id').where('merchant_id', '=', merchantId).limit(1)
  return (await found.executeTakeFirstOrThrow()).id
}

async function aChildWithPayment(db: Database, mode: Mode, merchantId: string, at: Date): Promise<Records> {
  const opened = { mode, merchantId, walletId: null, accountName: 'Adire', at }
  const { id } = await transact(db, (transaction) => openChildAccount(transaction, opened))
  const { id: payment } = await aTransaction(db, { id: merchantId, mode }, { scope: 'CHILD', account_id: id })
  return { 'child account': id, 'child transaction': payment }
}

/** What a call may do without, but not these walks. */
const usefulOptions = new Set(['startDate', 'endDate', 'isRefundEnabled', 'role', 'reason'])

function batchReference(mode: Mode): string {
  return `BULK-${mode}`
}

/** What these calls call as others do, and mean something else by. */
const ofOneCall: Record<string, Record<string, unknown>> = {
  'POST /dispute': { amount: '1' },
  'PATCH /dispute/status': { status: 'CLOSED', reason: 'The holder asks' },
  'PATCH /dispute/conversation/status': { status: 'DISABLED' },
  'PATCH /admin/service/status': { status: 'INACTIVE' },
}

/** A valid request about these records: their ids, and what the call requires besides. */
export function aRequest(call: Call, mode: Mode, records: Records): Record<string, unknown> {
  const required: Record<string, unknown> = {
    startDate: lagosDay(new Date()),
    endDate: lagosDay(new Date()),
    reason: 'The holder asks',
    field: 'nin',
    text: 'adire',
    batchReference: batchReference(mode),
    email: 'nobody@demo.test',
    firstName: 'Bola',
    lastName: 'Ade',
    password: 'Kofi+Ama=2026',
    oldPassword: 'Kofi+Ama=2025',
    transferRoute: 'NIP',
    inviteCode: 'not-a-code',
    code: '123456',
    mode,
    role: 'AUDITOR',
    type: 'transfers',
    data: Object.fromEntries(Object.keys(chargeGroups.transfers.shape).map((name) => [name, 10])),
    isRefundEnabled: true,
    amount: 1,
    retry: true,
    customer: 'Ngozi Eze',
    category: 'SCAM',
    transactionCategory: 'BANK_FUNDING',
    description: 'Never arrived',
    transactionType: 'CREDIT',
    transactionReference: 'KBO-NONE',
    subject: 'Your dispute',
    message: 'What do you say?',
    answer: 'It is on its way',
    ...ofOneCall[`${call.method} ${call.path}`],
  }
  const request: Record<string, unknown> = {}
  for (const [name, schema] of fieldsOf(call)) {
    const record = recordOf(schema)
    const isAsked = usefulOptions.has(name) || !z.safeParse(schema, undefined).success
    if (record !== undefined) request[name] = records[record]
    else if (isAsked) request[name] = required[name]
  }
  const whole = [call.query, call.body].map((schema) => schema?.safeParse(pick(request, schema)).error)
  const fault = whole.find((error) => error !== undefined)
  if (fault) throw new Error(`${call.path} takes something that the walks know no sample of: ${fault.message}`)
  return request
}

function pick(from: Record<string, unknown>, schema: z.ZodObject): Record<string, unknown> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => name in schema.shape))
}

/** The state of every table but for the traces of being signed in; two are alike where nothing was changed. */
export async function everyRow(db: Database): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename <> 'session'`.execute(db)
  const states = tables.rows.map(
    ({ name }) => sql`
      select ${name}::text as name, count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as state
      from ${sql.table(name)} as t`,
  )
  const { rows } = await sql<{ name: string; state: string }>`${sql.join(states, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]))
}
