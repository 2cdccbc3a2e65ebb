import type { Mode } from '@kobo/contract/kit/mode'
import { z } from 'zod'
import type { Transaction } from '../../db/database.ts'
import { chargeRates } from '../../ledger/charge-rates.ts'
import { topUpHolds } from '../../ledger/partial-holds.ts'
import { isStoppedByFreeze } from '../../ledger/frozen-accounts.ts'
import { post } from '../../ledger/ledger.ts'
import { frozenAccount } from '../../ledger/ledger-refusal.ts'
import { providerAccount } from '../../ledger/provider-accounts.ts'
import { transitionTransaction, recordTransaction, recordTransactions } from '../../ledger/transactions.ts'
import { exceedsBalanceLimit, lockHolder } from '../../ledger/wallet-limits.ts'
import type { Route } from '../../rails/switch.ts'
import { uuidv7 } from '../../uuid.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { recordWithCharge, chargeLines, linkedCharges, withLinkedCharge } from '../child-accounts/linked-charges.ts'
import { withInboundIdempotency } from '../inbound-idempotency.ts'
import { enqueueInstantSettlement } from '../settlements/settle-merchants.ts'
import { splitShares, sumOfShares } from '../splits/allocate-split.ts'
import type { TransactionRow } from '../transaction-row.ts'
import { writeTrail } from '../trail.ts'
import { queueWebhook } from '../webhooks/queue-webhook.ts'
import { collectionCharges } from './collection-charges.ts'
import { collectionDeclined, collectionReceived, collectionReference } from './collection-messages.ts'
import { collectionDeclineReason } from './decline-reason.ts'
import { markVirtualAccountUsed } from './mark-virtual-account-used.ts'
import { findReceivingAccount, type ReceivingAccount } from './receiving-account.ts'
import { partyColumns } from '../parties.ts'

/** Incoming payment from another bank, as notified by the switch. */
export interface Collection {
  mode: Mode
  /** Credited number: of a virtual or static account, or of a wallet, terminal or other ledger account itself. */
  accountNumber: string
  amountKobo: bigint
  sender: { name: string; accountNumber: string; bankCode: string }
  sessionId: string
  narration: string
  route: Route
  at: Date
}

/** Outcome of a collection. A declined one posts nothing: the switch returns the money to its sender. */
export const collectionReply = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('CREDITED'), transactionId: z.string() }),
  z.object({ outcome: z.literal('DECLINED'), reason: z.string() }),
])

export type CollectionOutcome = z.infer<typeof collectionReply>

/** Credits a collection less its charges, or declines it. One session ID has one effect and one reply. */
export async function receiveCollection(
  db: Transaction,
  jobs: Jobs,
  collection: Collection,
): Promise<CollectionOutcome> {
  const { mode, accountNumber, amountKobo, sessionId, at } = collection
  const request = {
    caller: `switch ${mode}`,
    call: 'collection',
    reference: sessionId,
    // A switch may notify the same payment with other texts or by the other route.
    body: { accountNumber, amountKobo },
    content: [accountNumber, amountKobo],
    merchantId: null,
    at,
  }
  return await withInboundIdempotency(db, request, collectionReply, () => processCollection(db, jobs, collection))
}

async function processCollection(db: Transaction, jobs: Jobs, collection: Collection): Promise<CollectionOutcome> {
  const { mode, accountNumber, sessionId } = collection
  const reference = collectionReference(sessionId)
  // Replies are purged eventually, transactions never.
  const earlier = await db
    .selectFrom('transaction')
    .select(['id', 'status', 'alert'])
    .where('reference', '=', reference)
    .where('mode', '=', mode)
    .where('type', '=', 'CREDIT')
    .executeTakeFirst()
  if (earlier?.status === 'DECLINED') return { outcome: 'DECLINED', reason: earlier.alert ?? '' }
  if (earlier) return { outcome: 'CREDITED', transactionId: earlier.id }

  const receiver = await findReceivingAccount(db, mode, accountNumber)
  if (!receiver) return { outcome: 'DECLINED', reason: `Account ${accountNumber} does not receive payments` }
  const reason =
    (receiver.virtual ? collectionDeclineReason(receiver.virtual, collection) : receiver.closedBy) ??
    (await frozenReason(db, receiver, collection))
  return reason === null
    ? await credit(db, jobs, collection, receiver)
    : await declineCollection(db, collection, receiver, reason)
}

/** Reason for declining a payment to a frozen account, or null. */
async function frozenReason(
  db: Transaction,
  { accountId }: ReceivingAccount,
  { accountNumber, at }: Collection,
): Promise<string | null> {
  return (await isStoppedByFreeze(db, 'COLLECTIONS', { accountId, at })) ? frozenAccount(accountNumber) : null
}

async function credit(
  db: Transaction,
  jobs: Jobs,
  collection: Collection,
  receiver: ReceivingAccount,
): Promise<CollectionOutcome> {
  const row = await creditCollection(db, collection, receiver)
  const transaction = withLinkedCharge(row, await linkedCharges(db, [row]))
  const at = new Date(collection.at.getTime() + 1)
  await queueWebhook(db, jobs, { transaction, kind: 'collection.success', at })
  await enqueueInstantSettlement(db, jobs, { merchantId: row.merchant_id, transactionId: row.id })
  return { outcome: 'CREDITED', transactionId: row.id }
}

/** Credits a collection less its charges, without the webhook to the merchant. */
export async function creditCollection(
  db: Transaction,
  collection: Collection,
  receiver: ReceivingAccount,
): Promise<TransactionRow> {
  const { mode, amountKobo, at } = collection
  const { merchantId, virtual } = receiver
  const rates = await chargeRates(db, merchantId, at)
  const source = virtual?.kind === 'VIRTUAL' ? 'virtualAccounts' : 'staticAccounts'
  const inflow = source === 'virtualAccounts' ? rates.virtualAccounts : rates.staticAccounts.inflows
  const charges = await collectionCharges(db, inflow, { amountKobo, at })
  const id = uuidv7(at.getTime())
  const { reference, ...fields } = transactionOf(collection, receiver)
  const transaction = {
    id,
    reference,
    ...fields,
    paid_at: at.toISOString(),
    status: 'SUCCESS',
    fee_kobo: charges.feeKobo,
    vat_kobo: charges.vatKobo,
    response_code: '00',
  }
  const [payment, charge] = recordWithCharge(transaction, {
    account_name: receiver.accountName,
    account_number: collection.accountNumber,
    bank_code: receiver.bankCode,
  })
  await recordTransactions(db, charge ? [payment, charge] : [payment])
  if (virtual) await markVirtualAccountUsed(db, virtual, { transactionId: id, at })
  const netKobo = amountKobo - payment.fee_kobo - payment.vat_kobo
  const shares = virtual ? await splitShares(db, virtual.id, netKobo) : []
  if (receiver.scope === 'CHILD') await lockHolder(db, receiver.accountId)
  await post(db, {
    mode,
    kind: 'COLLECTION',
    reference,
    transactionId: id,
    merchantId,
    at,
    source,
    lines: [
      {
        accountId: receiver.accountId,
        amountKobo: netKobo - sumOfShares(shares),
        transactionId: id,
      },
      ...shares.map((share) => ({ ...share, transactionId: id })),
      ...chargeLines(receiver.accountId, charge),
      { accountId: providerAccount(mode, `FLOAT_${collection.route}`), amountKobo: -amountKobo },
      { accountId: providerAccount(mode, 'FEE_INCOME'), amountKobo: charges.feeKobo },
      { accountId: providerAccount(mode, 'VAT_PAYABLE'), amountKobo: charges.vatKobo },
    ],
  })
  await topUpHolds(db, [receiver.accountId, ...shares.map(({ accountId }) => accountId)])
  const row = await db.selectFrom('transaction').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const isOfCustomer = receiver.scope === 'WALLET' || receiver.scope === 'CHILD'
  if (isOfCustomer && (await exceedsBalanceLimit(db, receiver.accountId))) {
    await transitionTransaction(db, row, 'SUCCESS', { alert: aboveLimit })
  }
  await writeTrail(db, row, at, [collectionReceived(row)])
  return row
}

/** Records a declined collection with the reason; posts nothing. */
export async function declineCollection(
  db: Transaction,
  collection: Collection,
  receiver: ReceivingAccount,
  reason: string,
  id = uuidv7(collection.at.getTime()),
): Promise<CollectionOutcome> {
  await recordTransaction(db, { id, ...transactionOf(collection, receiver), status: 'DECLINED', alert: reason })
  const row = await db.selectFrom('transaction').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await writeTrail(db, row, collection.at, [collectionDeclined(row)])
  return { outcome: 'DECLINED', reason }
}

/** Transaction fields of a collection, credited or declined. */
function transactionOf(collection: Collection, receiver: ReceivingAccount) {
  const { mode, sender, at } = collection
  const { walletId } = receiver
  return {
    mode,
    scope: receiver.scope,
    merchant_id: receiver.merchantId,
    account_id: receiver.accountId,
    wallet_id: walletId,
    created_at: at.toISOString(),
    type: 'CREDIT',
    ...(receiver.scope === 'TERMINAL'
      ? { category: 'CREDIT_STORE', terminal_id: receiver.accountId }
      : { category: 'BANK_FUNDING' }),
    amount_kobo: collection.amountKobo,
    payment_method: receiver.virtual && 'BANK',
    reference: collectionReference(collection.sessionId),
    session_id: collection.sessionId,
    route: collection.route,
    ...partyColumns({
      originator: sender,
      beneficiary: { name: receiver.accountName, accountNumber: collection.accountNumber, bankCode: receiver.bankCode },
    }),
    narration: collection.narration,
  }
}

const aboveLimit =
  'The wallet and its child accounts hold more than the tier allows. Raise the tier, or agree with the holder what to withdraw'
