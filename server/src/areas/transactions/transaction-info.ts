import { mask } from '@kobo/contract/kit/mask'
import { naira } from '@kobo/contract/kit/naira'
import type { transactions } from '@kobo/contract/transactions'
import type { Handler } from '../../http/handler.ts'
import { notFound } from '../../http/refusal.ts'
import { bankName } from './bank-name.ts'

/** All that is known of a transaction, personal numbers masked. */
export const transactionInfo: Handler<typeof transactions.info> = async ({ transactionId }, { db, mode }) => {
  const row = await db
    .selectFrom('transaction as t')
    .innerJoin('merchant', 'merchant.id', 't.merchant_id')
    .leftJoin('wallet', 'wallet.id', 't.wallet_id')
    .selectAll('t')
    .select(['merchant.business_name', 'merchant.bvn as merchant_bvn', 'wallet.bvn as wallet_bvn'])
    .where('t.id', '=', transactionId)
    .where('t.mode', '=', mode)
    .executeTakeFirstOrThrow(() => notFound('This transaction'))
  const isDebit = row.type === 'DEBIT'
  const charges = row.fee_kobo + row.vat_kobo + row.stamp_duty_kobo
  const holderBvn = row.scope === 'WALLET' ? row.wallet_bvn : row.merchant_bvn
  const maskedBvn = holderBvn === null ? null : mask(holderBvn)
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
      settledAmount: naira(isDebit ? row.amount_kobo : row.amount_kobo - charges),
      reference: row.reference,
      sessionId: row.session_id,
      category: row.category,
      channelCode: row.route,
      walletType: row.scope === 'WALLET' ? 'CUSTOMER' : 'MERCHANT',
      originatorAccountName: row.originator_name,
      originatorAccountNumber: row.originator_number,
      originatorBankName: bankName(row.originator_bank_code),
      originatorBankVerificationNumber: isDebit ? maskedBvn : null,
      originatorBankCode: row.originator_bank_code,
      beneficiaryAccountName: row.beneficiary_name,
      beneficiaryAccountNumber: row.beneficiary_number,
      beneficiaryBankName: bankName(row.beneficiary_bank_code),
      beneficiaryBankVerificationNumber: isDebit ? null : maskedBvn,
      beneficiaryBankCode: row.beneficiary_bank_code,
      merchantId: row.merchant_id,
      merchantName: row.business_name,
      walletId: row.wallet_id,
      responseCode: row.response_code,
      alert: row.alert,
      charge: naira(charges),
      metadata: {
        originatorAccountName: row.originator_name,
        beneficiaryAccountName: row.beneficiary_name,
        beneficiaryAccountNumber: row.beneficiary_number,
        beneficiaryBankName: bankName(row.beneficiary_bank_code),
        paymentMethod: methodOf(row),
      },
    },
  }
}

function methodOf({ payment_method, category }: { payment_method: string | null; category: string }): string {
  if (payment_method === 'CARD') return 'CARD'
  return category.startsWith('BANK_') ? 'BANK_TRANSFER' : 'WALLET'
}

/** `WALLET_TO_WALLET` becomes `Wallet to wallet`. */
function sentence(category: string): string {
  const words = category.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
