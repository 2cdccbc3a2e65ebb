import { accountFeeKobo } from '@kobo/contract/kit/fee'
import type { Mode } from '@kobo/contract/kit/mode'
import { z } from 'zod'
import type { Transaction } from '../../db/database.ts'
import { chargeRates } from '../../ledger/charge-rates.ts'
import { post } from '../../ledger/ledger.ts'
import { allLevies, type Charges, type Levy, sumOf, withLevies } from '../../ledger/levies.ts'
import { providerAccount } from '../../ledger/provider-accounts.ts'
import { moveTransaction, recordTransaction } from '../../ledger/transactions.ts'
import { isAboveCeiling } from '../../ledger/wallet-rules.ts'
import type { Route } from '../../rails/switch.ts'
import { uuidv7 } from '../../uuid.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { answerOnce } from '../inbound/answer-once.ts'
import { writeTrail } from '../trail.ts'
import { queueWebhook } from '../webhooks/queue-webhook.ts'
import { collectionReceived, collectionReference } from './collection-words.ts'
import { findReceivingAccount } from './receiving-account.ts'

/** Money that came in from another bank, as the switch tells it. */
export interface Collection {
  mode: Mode
  /** The number that was paid to: a virtual or static account's, or a wallet's own. */
  accountNumber: string
  amountKobo: bigint
  sender: { name: string; accountNumber: string; bankCode: string }
  sessionId: string
  narration: string
  route: Route
  at: Date
}

/** What was done with a collection. Of one that was declined nothing was posted: the money goes back to its sender. */
export const collectionAnswer = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('CREDITED'), transactionId: z.string() }),
  z.object({ outcome: z.literal('DECLINED'), reason: z.string() }),
])

export type CollectionAnswer = z.infer<typeof collectionAnswer>

/** Credits what came in, less its charges, or declines it. The same session ID has one effect and one answer. */
export async function receiveCollection(
  db: Transaction,
  jobs: Jobs,
  collection: Collection,
): Promise<CollectionAnswer> {
  const { mode, accountNumber, amountKobo, sessionId, at } = collection
  const ask = {
    caller: `switch ${mode}`,
    call: 'collection',
    reference: sessionId,
    content: [accountNumber, amountKobo],
    merchantId: null,
    at,
  }
  return await answerOnce(db, ask, collectionAnswer, () => credit(db, jobs, collection))
}

async function credit(db: Transaction, jobs: Jobs, collection: Collection): Promise<CollectionAnswer> {
  const { mode, amountKobo, sender, sessionId, at } = collection
  const reference = collectionReference(sessionId)
  // Answers are forgotten in the end, transactions never.
  const earlier = await db
    .selectFrom('transaction')
    .select('id')
    .where('reference', '=', reference)
    .where('mode', '=', mode)
    .where('type', '=', 'CREDIT')
    .executeTakeFirst()
  if (earlier) return { outcome: 'CREDITED', transactionId: earlier.id }

  const receiver = await findReceivingAccount(db, mode, collection.accountNumber)
  if (!receiver) return { outcome: 'DECLINED', reason: `Nobody receives on account ${collection.accountNumber}` }
  const { merchantId, walletId } = receiver
  const rates = await chargeRates(db, merchantId)
  const inflow = receiver.kind === 'VIRTUAL' ? rates.virtualAccounts : rates.staticAccounts.inflows
  const charges = chargesWithin(await allLevies(db), accountFeeKobo(inflow, amountKobo), amountKobo, at)
  const id = uuidv7(at.getTime())
  await recordTransaction(db, {
    id,
    mode,
    scope: walletId === null ? 'MERCHANT' : 'WALLET',
    merchant_id: merchantId,
    account_id: receiver.accountId,
    wallet_id: walletId,
    created_at: at.toISOString(),
    paid_at: at.toISOString(),
    type: 'CREDIT',
    category: 'BANK_FUNDING',
    status: 'SUCCESS',
    amount_kobo: amountKobo,
    fee_kobo: charges.feeKobo,
    vat_kobo: charges.vatKobo,
    reference,
    session_id: sessionId,
    route: collection.route,
    originator_name: sender.name,
    originator_number: sender.accountNumber,
    originator_bank_code: sender.bankCode,
    beneficiary_name: receiver.accountName,
    beneficiary_number: collection.accountNumber,
    beneficiary_bank_code: receiver.bankCode,
    narration: collection.narration,
    response_code: '00',
  })
  await post(db, {
    mode,
    kind: 'COLLECTION',
    reference,
    transactionId: id,
    merchantId,
    at,
    lines: [
      { accountId: receiver.accountId, amountKobo: amountKobo - sumOf(charges), transactionId: id },
      { accountId: providerAccount(mode, `FLOAT_${collection.route}`), amountKobo: -amountKobo },
      { accountId: providerAccount(mode, 'FEE_INCOME'), amountKobo: charges.feeKobo },
      { accountId: providerAccount(mode, 'VAT_PAYABLE'), amountKobo: charges.vatKobo },
    ],
  })
  const row = await db.selectFrom('transaction').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (walletId !== null && (await isAboveCeiling(db, receiver.accountId))) {
    await moveTransaction(db, row, 'SUCCESS', { alert: aboveCeiling })
  }
  await writeTrail(db, row, at, [collectionReceived(row)])
  await queueWebhook(db, jobs, { transaction: row, kind: 'collection.success', at: new Date(at.getTime() + 1) })
  return { outcome: 'CREDITED', transactionId: id }
}

const aboveCeiling =
  'The wallet holds more than its tier allows. Raise its tier, or agree with its holder what leaves it'

/** The charges never exceed what came in: a payment smaller than its fee pays all that it has. */
function chargesWithin(levies: readonly Levy[], feeKobo: bigint, amountKobo: bigint, at: Date): Charges {
  const of = { amountKobo, at, toAnotherBank: false }
  const whole = withLevies(levies, feeKobo, of)
  if (sumOf(whole) <= amountKobo) return whole
  return withLevies(levies, amountKobo - withLevies(levies, amountKobo, of).vatKobo, of)
}
