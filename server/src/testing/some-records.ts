import { lagosDay } from '@kobo/contract/kit/day'
import type { Mode } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { writeAudit } from '../db/audit.ts'
import { transact } from '../db/transact.ts'
import { storeMessage } from '../areas/messages/send-message.ts'
import { addNote } from '../areas/notes/write-note.ts'
import { openCheckout } from '../engine/checkouts/open-checkout.ts'
import { openPaymentLink } from '../engine/checkouts/open-payment-link.ts'
import { openChildAccount } from '../engine/child-accounts/open-child-account.ts'
import { openVirtualAccount } from '../engine/collections/open-virtual-account.ts'
import { contact } from '../engine/work-items/kinds/contact.ts'
import { updateItems } from '../engine/work-items/update-items.ts'
import { openMerchantAccount } from '../ledger/accounts.ts'
import { uuidv7 } from '../uuid.ts'
import { aContactMessage } from './a-contact-message.ts'
import { aDirector, aMerchant, anUpgrade, aPartner, aTransaction, aWallet, aWalletUpgrade, idAt } from './factories.ts'
import { bill } from './bill-bookkeeping.ts'
import { dispute, someStaff } from './dispute-bookkeeping.ts'
import { aCardBatch, someCards } from './issued-cards.ts'
import { aLien } from './liens.ts'
import { aNotification } from './notifications.ts'
import { ownAccount } from './payouts.ts'
import { refund } from './refund-bookkeeping.ts'
import { aFailedSettlement } from './settlement-bookkeeping.ts'
import { aShopFloor } from './stores.ts'
import { aSubaccount } from './subaccounts.ts'
import { aRecurringPayout, aScheduledPayout } from './timed-payouts.ts'

/** Personal numbers that no reply may contain in clear. */
export const personalNumbers = {
  owner: '22123456789',
  identity: '70412345678',
  director: '22999888777',
  holder: '22111222333',
  nin: '61234567890',
}

/** Returns the batch reference of a mode. */
export function batchReference(mode: Mode): string {
  return `BULK-${mode}`
}

/** Ids of one record of each kind that a call takes, by the contract's name for the kind. */
export type Records = Record<string, string>

/** Creates a merchant in this mode with one record for every call, among them a notification of the reader. */
export async function someRecords(db: Database, mode: Mode, now: Date, readerId?: string): Promise<Records> {
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
  const { holder: bvn, nin } = personalNumbers
  const wallet = await aWallet(db, merchant, { bvn, nin })
  const batch = { id: idAt(now), mode, merchant_id: merchant.id, reference: batchReference(mode), status: 'UPLOADED' }
  await db
    .insertInto('bulk_batch')
    .values({ ...batch, created_at: now.toISOString(), total_items: 0 })
    .execute()
  const message = await aContactMessage(db, merchant)
  const about = { mode, recordType: 'merchant', recordId: merchant.id } as const
  return {
    merchant: merchant.id,
    'record of the audit': merchant.id,
    record: merchant.id,
    note: await someNote(db, mode, merchant.id, now),
    'emailed statement': await someEmailedStatement(db, mode, merchant.id, now),
    wallet: wallet.id,
    'payout batch': batch.id,
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
    // Unknown id: a service belongs to no mode and has a status in each.
    service: uuidv7(),
    'bill payment': await someBill(db, mode, merchant.id),
    message: message.id,
    'work item': await workItemOf(db, message.id, now),
    partner: (await aPartner(db, { mode })).id,
    refund: await somethingReturned(db, mode, merchant.id, now),
    settlement: await transact(db, (transaction) => aFailedSettlement(transaction, mode, merchant.id, now)),
    ...(await aCardAndABatch(db, mode, merchant.id, now)),
    ...(await somethingSold(db, mode, merchant.id, now)),
    dispute: await somethingDisputed(db, mode, merchant.id, now),
    account: (await ownAccount(db, merchant.id)).id,
    transfer: await aTransfer(db, merchant.id),
    lien: await someLien(db, mode, merchant.id),
    'sign-in': uuidv7(),
    // Unknown ids: staff, sessions, downloads and views belong to other people, and the tests must not change them.
    session: uuidv7(),
    member: uuidv7(),
    // Roles belong to both modes.
    role: 'SUPPORT',
    download: uuidv7(),
    notification:
      readerId === undefined
        ? uuidv7()
        : await aNotification(db, { ...about, staffId: readerId, kind: 'CHANGE', at: now }),
    view: uuidv7(),
    'entry of the audit': await anAuditEntry(db, merchant.id, now),
  }
}

async function someEmailedStatement(db: Database, mode: Mode, merchantId: string, at: Date): Promise<string> {
  return await transact(db, async (t) => {
    const author = { id: await someStaff(t) }
    const about = { mode, type: 'merchant', id: merchantId, merchantId, recipient: 'MERCHANT' } as const
    const written = { subject: 'Statement', text: 'Here it is.', email: 'desk@adire.test', webhookEventId: null }
    const messageId = idAt(at)
    await storeMessage(t, { ...about, ...written, messageId, author, at })
    const day = lagosDay(at)
    await t.insertInto('statement_link').values({ message_id: messageId, start_day: day, end_day: day }).execute()
    return messageId
  })
}

async function someNote(db: Database, mode: Mode, merchantId: string, at: Date): Promise<string> {
  return await transact(db, async (t) => {
    const staffId = await someStaff(t)
    const note = { mode, recordType: 'merchant', recordId: merchantId, staffId, at, text: 'Called the owner' } as const
    return (await addNote(t, note)).noteId
  })
}

async function workItemOf(db: Database, messageId: string, now: Date): Promise<string> {
  await transact(db, (t) => updateItems(t, contact, { now, subjects: sql`select ${messageId}::uuid` }))
  const item = db.selectFrom('work_item').select('id').where('subject_id', '=', messageId)
  return (await item.executeTakeFirstOrThrow()).id
}

async function anAuditEntry(db: Database, merchantId: string, at: Date): Promise<string> {
  const by = { staffId: null, sessionId: null, mode: null, requestId: 'a request', at }
  const record = { recordType: 'merchant', recordId: merchantId } as const
  await writeAudit(db, by, { action: 'merchant.start-review', ...record })
  const found = db
    .selectFrom('audit')
    .select('id')
    .where('record_type', '=', 'merchant')
    .where('record_id', '=', merchantId)
  return (await found.limit(1).executeTakeFirstOrThrow()).id
}

async function anInlet(db: Database, mode: Mode, merchantId: string, at: Date): Promise<string> {
  const account = { mode, merchantId, walletId: null, accountName: 'Adire', at }
  return (await transact(db, (transaction) => openVirtualAccount(transaction, account, null))).id
}

async function somethingToPay(db: Database, mode: Mode, merchantId: string, at: Date) {
  const linkRequest = { mode, merchantId, accountName: 'Adire', amountKobo: 500_000n, at }
  return await transact(db, async (t) => {
    const checkout = { ...linkRequest, reference: uuidv7(), narration: 'Order', expiresAt: null }
    const link = { ...linkRequest, reference: uuidv7(), description: 'Order' }
    return { checkout: (await openCheckout(t, checkout)).id, 'payment link': (await openPaymentLink(t, link)).id }
  })
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

async function someLien(db: Database, mode: Mode, merchantId: string): Promise<string> {
  const { id } = await ownAccount(db, merchantId)
  return await transact(db, (t) => aLien(t, { id, mode }, { amountKobo: 100n }))
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
  return { 'child account': id, 'account to freeze': id, 'child transaction': payment }
}
