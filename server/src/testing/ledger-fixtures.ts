import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '../db/database.ts'
import { hold, type Line, post, settle, voidHold } from '../ledger/ledger.ts'
import { type ProviderAccount, providerAccount } from '../ledger/provider-accounts.ts'
import { transitionTransaction, recordTransaction } from '../ledger/transactions.ts'
import type { TransferKind } from '../ledger/transfer-kinds.ts'
import { uuidv7 } from '../uuid.ts'
import type { CustomerAccount } from './customer-accounts.ts'
import { plainTransaction } from './factories.ts'

const at = new Date('2026-03-04T10:00:00Z')
const amountKobo = 250_000n
export const incomeKobo = 300_000n
const costs = { fee_kobo: 1000n, vat_kobo: 75n }
const costKobo = 1075n

type Fields = NonNullable<Parameters<typeof plainTransaction>[1]>

/** Entry on a customer's account, attached to a transaction if one is named. */
export function line({ id }: CustomerAccount, amount: bigint, transactionId?: string): Line {
  return { accountId: id, amountKobo: amount, ...(transactionId && { transactionId }) }
}

/** Entry on one of the provider's accounts in the same mode. */
export function own({ mode }: CustomerAccount, kind: ProviderAccount, amount: bigint): Line {
  return { accountId: providerAccount(mode, kind), amountKobo: amount }
}

/** Posts entries unchanged as one transfer. */
export function postLines(
  t: Transaction,
  account: CustomerAccount,
  kind: TransferKind,
  transactionId: string | null,
  lines: Line[],
): Promise<string> {
  const { mode, merchantId } = account
  return post(t, { mode, kind, reference: `KBO-${uuidv7()}`, transactionId, merchantId, at, lines })
}

/** Records a transaction on an account without postings. */
export async function record(t: Transaction, account: CustomerAccount, fields: Fields = {}) {
  const { id: account_id, kind: scope, walletId: wallet_id } = account
  const terminal_id = scope === 'TERMINAL' ? account_id : null
  const known = { scope, account_id, wallet_id, terminal_id, amount_kobo: amountKobo }
  const row = plainTransaction(account, { ...known, ...fields })
  await recordTransaction(t, row)
  return row
}

/** Posts a collection of 3,000 naira, charged 10.75 naira. */
export async function collect(t: Transaction, account: CustomerAccount, more: Fields = {}): Promise<string> {
  const category = account.kind === 'TERMINAL' ? 'CREDIT_STORE' : 'BANK_FUNDING'
  const fields = { type: 'CREDIT', category, status: 'SUCCESS', amount_kobo: incomeKobo, ...costs }
  const { id } = await record(t, account, { ...fields, ...more })
  await postLines(t, account, 'COLLECTION', id, [
    line(account, incomeKobo - costKobo, id),
    own(account, 'FLOAT_NIP', -incomeKobo),
    own(account, 'FEE_INCOME', costs.fee_kobo),
    own(account, 'VAT_PAYABLE', costs.vat_kobo),
  ])
  return id
}

/**
 * Records a payout of 2,500 naira and advances it to `status`, by default as if the switch had responded. Without a response code
 * status queries continue unless `asked_until` is passed.
 */
export async function payOut(
  t: Transaction,
  account: CustomerAccount,
  status: 'QUEUED' | 'PENDING' | 'SUCCESS' | 'FAILED',
  fields: Fields = {},
): Promise<string> {
  await collect(t, account)
  const response_code = status === 'SUCCESS' ? '00' : status === 'FAILED' ? '51' : null
  const { asked_until, ...others } = fields
  const row = await record(t, account, { ...costs, response_code, ...others })
  const { id } = row
  if (status === 'QUEUED') return id
  const { mode, merchantId } = account
  await hold(t, { accountId: account.id, merchantId, transactionId: id, amountKobo: amountKobo + costKobo, at })
  await transitionTransaction(t, row, 'PENDING')
  if (status === 'PENDING') return id
  if (status === 'FAILED') await voidHold(t, { transactionId: id }, at)
  else {
    const lines = [
      line(account, -(amountKobo + costKobo), id),
      own(account, 'FLOAT_NIP', amountKobo),
      own(account, 'FEE_INCOME', costs.fee_kobo),
      own(account, 'VAT_PAYABLE', costs.vat_kobo),
    ]
    await settle(t, { mode, kind: 'PAYOUT', reference: row.reference, transactionId: id, merchantId, at, lines })
  }
  const until = row.response_code === null ? '2026-03-07T10:00:00.000Z' : null
  const more = { asked_until: asked_until === undefined ? until : asked_until }
  await transitionTransaction(t, { ...row, status: 'PENDING' }, status, more)
  return id
}

/** Posts a book transfer between two accounts of a mode, recorded on both sides under one reference, which it returns. */
export async function move(
  t: Transaction,
  payer: CustomerAccount,
  receiver: CustomerAccount,
  [paid, received] = ['WALLET_TO_WALLET', 'WALLET_TO_WALLET'],
): Promise<string> {
  await collect(t, payer)
  const fields = { status: 'SUCCESS', amount_kobo: 700n }
  const { id, reference, terminal_id } = await record(t, payer, { ...fields, category: paid })
  const other = await record(t, receiver, { ...fields, category: received, type: 'CREDIT', reference, terminal_id })
  await postLines(t, payer, 'MOVE', id, [line(payer, -700n, id), line(receiver, 700n, other.id)])
  return reference
}

/** Posts the compensation for an approval received after the payout had failed. */
export async function compensate(t: Transaction, account: CustomerAccount, payoutId: string): Promise<void> {
  await postLines(t, account, 'COMPENSATION', payoutId, [
    own(account, 'RECOVERY', -amountKobo),
    own(account, 'FLOAT_NIP', amountKobo),
  ])
}

/** Posts a fee without a transaction. */
export async function charge(t: Transaction, account: CustomerAccount): Promise<string> {
  await collect(t, account)
  return await postLines(t, account, 'CHARGE', null, [line(account, -500n), own(account, 'FEE_INCOME', 500n)])
}

/** Inserts the audit row that a decision writes. */
export async function auditRow(
  t: Transaction,
  action: string,
  [recordType, recordId]: [recordType: string, recordId: string],
  after: object,
  before: object = {},
): Promise<void> {
  await sql`insert into audit (id, at, action, record_type, record_id, before, after) values (
    ${uuidv7(at.getTime())}, ${at.toISOString()}, ${action}, ${recordType}, ${recordId}, ${JSON.stringify(before)},
    ${JSON.stringify(after)})`.execute(t)
}

/** Changes the first entry of a transfer, which is the customer's. */
export async function changeEntry(t: Transaction, transferId: string, change: RawBuilder<unknown>): Promise<void> {
  await sql`update entry set ${change} where transfer_id = ${transferId} and position = 0`.execute(t)
}

export async function changeHold(t: Transaction, transactionId: string, change: RawBuilder<unknown>): Promise<void> {
  await sql`update hold set ${change} where transaction_id = ${transactionId}`.execute(t)
}

export async function changeTransaction(t: Transaction, id: string, change: RawBuilder<unknown>): Promise<void> {
  await sql`update transaction set ${change} where id = ${id}`.execute(t)
}

export async function changeRefund(t: Transaction, id: string, change: RawBuilder<unknown>): Promise<void> {
  await sql`update refund set ${change} where id = ${id}`.execute(t)
}
