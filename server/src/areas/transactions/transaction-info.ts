import type { childAccounts } from '@kobo/contract/child-accounts'
import { naira } from '@kobo/contract/kit/naira'
import type { transactions } from '@kobo/contract/transactions'
import type { Database } from '../../db/database.ts'
import { cardOfTransaction } from '../../engine/cards/transaction-card.ts'
import { linkedCharges, withLinkedCharge } from '../../engine/child-accounts/linked-charges.ts'
import { disputesOfTransaction } from '../../engine/disputes/dispute-row.ts'
import { refundsOfTransaction } from '../../engine/refunds/transaction-refunds.ts'
import { settlementsOfTransaction } from '../../engine/settlements/transaction-settlements.ts'
import { storeOfTransaction } from '../../engine/stores/transaction-store.ts'
import type { Handler, ReadContext } from '../../http/handler.ts'
import { maskedNumber, numberOf } from '../../http/display.ts'
import { notFound } from '../../http/http-error.ts'
import { chargedReference } from '../../ledger/charge-reference.ts'
import { knownTexts } from '../../rails/response-codes.ts'
import { partiesOf } from './listed-transaction.ts'

/** Returns a transaction's details, with personal numbers masked. */
export const transactionInfo: Handler<typeof transactions.info> = async ({ transactionId }, context) => {
  const row = await findTransaction(context, transactionId).executeTakeFirstOrThrow(() => notFound('This transaction'))
  return await asDetail(context, row)
}

/** As `transactionInfo`, only for transactions of child accounts. */
export const childTransactionInfo: Handler<typeof childAccounts.transactionInfo> = async (input, context) => {
  const row = await findTransaction(context, input.transactionId)
    .where('t.scope', '=', 'CHILD')
    .executeTakeFirstOrThrow(() => notFound('This child transaction'))
  return await asDetail(context, row)
}

/** A transaction of a child account has no wallet of its own, but that of its account. */
function findTransaction({ db, mode }: ReadContext, transactionId: string) {
  return db
    .selectFrom('transaction as t')
    .innerJoin('merchant', 'merchant.id', 't.merchant_id')
    .leftJoin('account', 'account.id', 't.account_id')
    .leftJoin('wallet', (join) =>
      join.on((eb) => eb('wallet.id', '=', eb.fn.coalesce('t.wallet_id', 'account.wallet_id'))),
    )
    .selectAll('t')
    .select(['merchant.business_name', 'merchant.bvn as merchant_bvn', 'merchant.sealed_bvn as sealed_merchant_bvn'])
    .select(['wallet.bvn as wallet_bvn', 'wallet.sealed_bvn as sealed_wallet_bvn'])
    .select(['account.account_name', 'account.account_number', 'wallet.id as holder_wallet_id'])
    .where('t.id', '=', transactionId)
    .where('t.mode', '=', mode)
}

type Found = Awaited<ReturnType<ReturnType<typeof findTransaction>['executeTakeFirstOrThrow']>>

async function asDetail({ db, now, seal }: Pick<ReadContext, 'db' | 'now' | 'seal'>, own: Found) {
  const linked = await linkedCharges(db, [own])
  // A linked charge is part of what its payment costs, so the payment shows it.
  const row = { ...own, ...withLinkedCharge(own, linked) }
  const isDebit = row.type === 'DEBIT'
  const parties = partiesOf(row)
  const charges = row.fee_kobo + row.vat_kobo + row.stamp_duty_kobo
  const holderBvn =
    row.holder_wallet_id === null
      ? numberOf('merchant', 'bvn', { id: row.merchant_id, bvn: row.merchant_bvn, sealed_bvn: row.sealed_merchant_bvn })
      : numberOf('wallet', 'bvn', { id: row.holder_wallet_id, bvn: row.wallet_bvn, sealed_bvn: row.sealed_wallet_bvn })
  return {
    transaction: {
      id: row.id,
      status: row.status,
      createdAt: row.created_at,
      paidAt: row.paid_at,
      description: `${sentence(row.category)}, ${row.type.toLowerCase()}`,
      type: row.type,
      narration: row.narration,
      amount: naira(row.amount_kobo),
      charges: naira(charges),
      chargeLines: { fee: naira(row.fee_kobo), vat: naira(row.vat_kobo), stampDuty: naira(row.stamp_duty_kobo) },
      // Only a successful transaction has a settled amount.
      settledAmount: row.status === 'SUCCESS' ? naira(isDebit ? row.amount_kobo : row.amount_kobo - charges) : null,
      reference: row.reference,
      sessionId: row.session_id,
      category: row.category,
      channelCode: row.route,
      walletType: row.holder_wallet_id === null ? 'MERCHANT' : 'CUSTOMER',
      ...parties,
      originatorBankVerificationNumber: isDebit ? maskedNumber(seal, ...holderBvn) : null,
      originatorBankCode: row.originator_bank_code,
      beneficiaryBankVerificationNumber: isDebit ? null : maskedNumber(seal, ...holderBvn),
      merchantId: row.merchant_id,
      merchantName: row.business_name,
      walletId: row.holder_wallet_id,
      ...(row.scope === 'CHILD' && {
        childAccount: asChild(row),
        chargeTransactionId: linked.get(row.id)?.id ?? null,
        chargedTransactionId: await paymentOf(db, row),
      }),
      ...(await receiptOf(db, own.id)),
      ...(await storeOfTransaction(db, own)),
      ...(await refundsOfTransaction(db, own, now)),
      ...(await settlementsOfTransaction(db, own)),
      ...(await cardOfTransaction(db, own)),
      disputes: await disputesOfTransaction(db, own.id),
      responseCode: row.response_code,
      responseText: knownTexts(row.response_code),
      alert: row.alert,
      charge: naira(charges),
      metadata: {
        originatorAccountName: parties.originatorAccountName,
        beneficiaryAccountName: parties.beneficiaryAccountName,
        beneficiaryAccountNumber: parties.beneficiaryAccountNumber,
        beneficiaryBankName: parties.beneficiaryBankName,
        paymentMethod: methodOf(row),
      },
    },
  }
}

function methodOf({ payment_method, category }: { payment_method: string | null; category: string }): string {
  if (payment_method === 'CARD' || category.startsWith('CARD_')) return 'CARD'
  return category.startsWith('BANK_') || category === 'CREDIT_STORE' ? 'BANK_TRANSFER' : 'WALLET'
}

function asChild({ account_id, account_name, account_number, holder_wallet_id }: Found) {
  return { id: account_id ?? '', accountName: account_name, accountNumber: account_number, walletId: holder_wallet_id }
}

/** Checkout and receipt reference that the payer has for a payment. */
async function receiptOf(db: Database, transactionId: string) {
  const checkout = await db
    .selectFrom('checkout')
    .select(['id as checkoutId', 'reference as receiptReference'])
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst()
  return checkout ?? {}
}

/** Returns the payment of a linked charge. */
async function paymentOf(db: Database, { reference, mode, account_id, category }: Found): Promise<string | null> {
  const chargedFor = chargedReference(reference)
  if (chargedFor === null) return null
  const payment = await db
    .selectFrom('transaction')
    .select('id')
    .where('reference', '=', chargedFor)
    .where('mode', '=', mode)
    .where('account_id', '=', account_id)
    .where('type', '=', category === 'CREDIT_CHILD_ACCOUNT_CHARGES' ? 'CREDIT' : 'DEBIT')
    .executeTakeFirst()
  return payment?.id ?? null
}

/** `WALLET_TO_WALLET` becomes `Wallet to wallet`. */
function sentence(category: string): string {
  const label = category.toLowerCase().replaceAll('_', ' ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}
