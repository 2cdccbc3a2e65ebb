import { modeOfRow } from '@kobo/contract/kit/mode'
import type { Database, Transaction } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { chargeRates } from '../../ledger/charge-rates.ts'
import { isStoppedByFreeze } from '../../ledger/frozen-accounts.ts'
import { recordTransaction } from '../../ledger/transactions.ts'
import type { Acquirer } from '../../rails/acquirer.ts'
import type { RetryDelays } from '../../rails/retry-delays.ts'
import { uuidv7 } from '../../uuid.ts'
import { collectionCharges } from '../collections/collection-charges.ts'
import { collectionDeclineReason } from '../collections/decline-reason.ts'
import { findReceivingAccount } from '../collections/receiving-account.ts'
import { isServiceOff } from '../service-status.ts'
import { readTransaction, type TransactionRow } from '../transaction-row.ts'
import { writeTrail } from '../trail.ts'
import { cardAwaited, cardReference } from './card-payment-messages.ts'
import { partyColumns } from '../parties.ts'

export interface CardPayer {
  checkoutId: string
  at: Date
}

interface CardPaymentDeps {
  db: Database
  jobs: Jobs
  acquirer: Acquirer | null
  delays: Pick<RetryDelays, 'cardSeconds'>
}

/** URL of the acquirer's payment page, or the reason why the payer cannot pay by card. */
export type CardStart = { payUrl: string } | { reason: string }

const unavailable = 'Card payments are unavailable right now. Try again in a moment, or pay by bank transfer'

/**
 * Starts a card payment of a checkout and sends the payer to the acquirer, which returns them to `returnUrl`. While one is open,
 * starting again returns the same page.
 */
export async function startCardPayment(deps: CardPaymentDeps, payer: CardPayer, returnUrl: string): Promise<CardStart> {
  const { db, jobs, acquirer, delays } = deps
  if (acquirer === null) return { reason: unavailable }
  const started = await transact(db, async (transaction) => {
    const payment = await beginCardPayment(transaction, payer)
    if ('row' in payment) {
      const data = { transactionId: payment.row.id, merchantId: payment.row.merchant_id, attempt: 1 }
      await jobs.enqueue(transaction, 'card-question', data, { afterSeconds: delays.cardSeconds })
    }
    return payment
  })
  if (!('row' in started)) return started
  const { row } = started
  const response = await acquirer.start({
    mode: modeOfRow(row),
    reference: row.reference,
    amountKobo: row.amount_kobo,
    narration: row.narration ?? '',
    returnUrl,
  })
  if ('problem' in response) return { reason: unavailable }
  const { payUrl } = response
  await db.updateTable('card_payment').set({ pay_url: payUrl }).where('transaction_id', '=', row.id).execute()
  return { payUrl }
}

/** Records a card payment, or returns the open one, or the reason why none can be started. */
export async function beginCardPayment(
  db: Transaction,
  { checkoutId, at }: CardPayer,
): Promise<CardStart | { row: TransactionRow }> {
  const checkout = await db
    .selectFrom('checkout')
    .innerJoin('virtual_account as virtual', 'virtual.id', 'virtual_account_id')
    .select(['checkout.mode', 'checkout.merchant_id', 'checkout.amount_kobo', 'narration', 'virtual.account_number'])
    .where('checkout.id', '=', checkoutId)
    .executeTakeFirst()
  if (!checkout) return { reason: 'There is nothing to pay here' }
  const { merchant_id: merchantId, amount_kobo: amountKobo, account_number: accountNumber } = checkout
  const mode = modeOfRow(checkout)
  // Serialises all payments of this checkout, by bank or card.
  const receiver = await findReceivingAccount(db, mode, accountNumber)
  if (!receiver?.virtual) throw new Error(`Checkout ${checkoutId} has no account`)
  const reason = collectionDeclineReason(receiver.virtual, { amountKobo, at })
  if (reason !== null) return { reason }
  const open = await db
    .selectFrom('card_payment')
    .innerJoin('transaction', 'transaction.id', 'transaction_id')
    .selectAll('transaction')
    .select('pay_url')
    .where('checkout_id', '=', checkoutId)
    .where('status', '=', 'PENDING')
    .executeTakeFirst()
  if (open) {
    const { pay_url: payUrl, ...row } = open
    return payUrl === null ? { row } : { payUrl }
  }
  const isStopped =
    (await isServiceOff(db, mode, 'COLLECTIONS')) ||
    (await isStoppedByFreeze(db, 'COLLECTIONS', { accountId: receiver.accountId, at }))
  if (isStopped) return { reason: unavailable }

  const id = uuidv7(at.getTime())
  const { virtualAccounts } = await chargeRates(db, merchantId, at)
  const charges = await collectionCharges(db, virtualAccounts, { amountKobo, at })
  const created_at = at.toISOString()
  await recordTransaction(db, {
    id,
    mode,
    scope: 'MERCHANT',
    merchant_id: merchantId,
    account_id: receiver.accountId,
    created_at,
    type: 'CREDIT',
    category: 'CARD_PAYMENT',
    status: 'PENDING',
    amount_kobo: amountKobo,
    fee_kobo: charges.feeKobo,
    vat_kobo: charges.vatKobo,
    payment_method: 'CARD',
    reference: cardReference(id),
    ...partyColumns({
      originator: null,
      beneficiary: { name: receiver.accountName, accountNumber, bankCode: receiver.bankCode },
    }),
    narration: checkout.narration,
  })
  await db
    .insertInto('card_payment')
    .values({ transaction_id: id, mode, merchant_id: merchantId, created_at, checkout_id: checkoutId })
    .execute()
  const row = await readTransaction(db, id)
  if (!row) throw new Error(`Transaction ${id} not found after its insert`)
  await writeTrail(db, row, at, [cardAwaited(row)])
  return { row }
}
