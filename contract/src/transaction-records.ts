import { z } from 'zod'
import { nairaReply } from './kit/naira.ts'

export const transactionTypes = ['CREDIT', 'DEBIT'] as const
export const transactionStatuses = ['QUEUED', 'PENDING', 'SUCCESS', 'FAILED'] as const

/** A wallet's own categories, as its filter offers them. */
export const walletCategories = [
  'BANK_TRANSFER',
  'DEBIT_WALLET',
  'CREDIT_WALLET',
  'MERCHANT_DEBIT',
  'MERCHANT_CREDIT',
  'WALLET_TO_WALLET',
] as const

/** BANK_FUNDING is money that came in from another bank. */
export const transactionCategories = [...walletCategories, 'BANK_FUNDING'] as const

/** Every category that a transaction may have. */
export const allCategories = [
  ...transactionCategories,
  'CARD_PAYMENT',
  'CARD_REVERSAL',
  'SETTLEMENT',
  'REFUND',
  'BILL_PAYMENT',
  'DEBIT_CHILD_ACCOUNT_CHARGES',
  'CREDIT_CHILD_ACCOUNT_CHARGES',
  'CREDIT_STORE',
  'DEBIT_STORE',
  'TERMINAL_TO_STORE',
  'TRANSFER_FROM_TERMINAL',
  'TRANSFER_FROM_MERCHANT',
  'TRANSFER_FROM_STORE',
] as const

export const payoutSteps = [
  'SESSION_INIT',
  'TRANSFER_INIT',
  'FUND_PENDING',
  'FUND_FAILED',
  'FUND_SUCCESS',
  'PROVIDER_CHARGES_SETTLEMENT',
  'COMMISSION_CHARGE_ON_PROVIDER',
  'TRANSFER_SUCCESSFUL',
  'TRANSACTION_STATUS',
  'TRANSFER_WEBHOOK',
  'COLLECTION_WEBHOOK',
] as const

const maybe = z.string().nullish()

const parties = {
  originatorAccountName: maybe,
  originatorAccountNumber: maybe,
  originatorBankName: maybe,
  beneficiaryAccountName: maybe,
  beneficiaryAccountNumber: maybe,
  beneficiaryBankName: maybe,
}

export const transactionRow = z.object({
  id: z.string(),
  createdAt: z.string(),
  /** A list of payouts alone may leave it out: they are all debits. */
  type: maybe,
  status: z.string(),
  amount: nairaReply,
  ...parties,
  category: maybe,
  charges: nairaReply.nullish(),
  reference: maybe,
  beneficiaryBankCode: maybe,
  /** The business, and for a customer's wallet that wallet. */
  merchantId: maybe,
  walletName: maybe,
})

export type TransactionRow = z.infer<typeof transactionRow>

export const transaction = z.object({
  /** Whoever asks for a transaction knows it. */
  id: maybe,
  status: z.string(),
  createdAt: z.string(),
  paidAt: maybe,
  description: maybe,
  type: maybe,
  narration: maybe,
  amount: nairaReply,
  charges: nairaReply.nullish(),
  /** `charges` taken apart. */
  chargeLines: z.object({ fee: nairaReply, vat: nairaReply, stampDuty: nairaReply }).nullish(),
  settledAmount: nairaReply.nullish(),
  reference: maybe,
  /** What the receipt of whoever paid a checkout calls the payment, and that checkout. */
  receiptReference: maybe,
  checkoutId: maybe,
  sessionId: maybe,
  category: maybe,
  channelCode: maybe,
  walletType: maybe,
  ...parties,
  originatorBankVerificationNumber: maybe,
  originatorBankCode: maybe,
  beneficiaryBankVerificationNumber: maybe,
  beneficiaryBankCode: maybe,
  merchantId: maybe,
  merchantName: maybe,
  walletId: maybe,
  /** The child account that it is a transaction of, and whose that is: a customer's where there is a wallet. */
  childAccount: z.object({ id: z.string(), accountName: maybe, accountNumber: maybe, walletId: maybe }).nullish(),
  /** The transaction beside a child account's payment that takes what it costs, and of such a charge the payment. */
  chargeTransactionId: maybe,
  chargedTransactionId: maybe,
  /** The store that it is of, or in which its terminal stands, the shop which that is in, and the terminal that it has to do with. */
  store: z.object({ id: z.string(), name: maybe }).nullish(),
  shop: z.object({ id: z.string(), name: maybe }).nullish(),
  terminal: z.object({ id: z.string(), serialNumber: maybe }).nullish(),
  responseCode: maybe,
  /** What that code means. */
  responseText: maybe,
  /** What a person must look at, such as money that left after the transaction had failed. */
  alert: maybe,
  /** Of money that came in: what of it went back, and what may. */
  refunds: z
    .object({
      left: nairaReply,
      /** Why nothing of it can be refunded now. */
      hindrance: maybe,
      made: z.array(
        z.object({ id: z.string(), createdAt: z.string(), amount: nairaReply, status: z.string(), reason: maybe }),
      ),
    })
    .nullish(),
  /** Of a refund: what it gives back, and under which id it is listed. */
  refundOf: z.object({ refundId: z.string(), transactionId: z.string() }).nullish(),
  /** Of money that came in to a merchant: who took how much of it, the merchant first, and whether that is settled. */
  takers: z
    .array(
      z.object({
        /** None is the merchant itself. */
        subAccount: z.object({ id: z.string(), name: maybe }).nullish(),
        splitType: maybe,
        splitValue: z.number().nullish(),
        amount: nairaReply,
        /** What of it is not settled, since it went back. */
        refunded: nairaReply.nullish(),
        /** SETTLED, WAITING or SPENT; none while nobody has looked at it. */
        state: maybe,
        /** Why it waits, or is not waited for any more. */
        reason: maybe,
        settlement: z.object({ id: z.string(), status: z.string() }).nullish(),
      }),
    )
    .nullish(),
  /** Of a payment by a card of ours, or of one that came back: which card, and what became of the payment. */
  card: z
    .object({
      id: z.string(),
      maskedPan: maybe,
      holderName: maybe,
      /** What was held for it; none where it was cleared without a hold, or declined. */
      authorisedAmount: nairaReply.nullish(),
      /** What the scheme cleared. */
      clearedAmount: nairaReply.nullish(),
      /** What of that the account did not have, and we paid. */
      coveredAmount: nairaReply.nullish(),
      /** When the hold is given back unless it is cleared. */
      heldUntil: maybe,
      /** The payment that came back, and the transaction that brought it back. */
      paymentTransactionId: maybe,
      reversalTransactionId: maybe,
    })
    .nullish(),
  /** Of an attempt to pay a settlement: which one. */
  settlementId: maybe,
  /** Disputes of it, newest first. */
  disputes: z
    .array(
      z.object({ id: z.string(), createdAt: z.string(), amount: nairaReply, status: z.string(), category: z.string() }),
    )
    .nullish(),
  /** `charges` once more, for readers that know it by this name. */
  charge: nairaReply.nullish(),
  metadata: z
    .object({
      originatorAccountName: maybe,
      beneficiaryAccountName: maybe,
      beneficiaryAccountNumber: maybe,
      beneficiaryBankName: maybe,
      paymentMethod: maybe,
    })
    .nullish(),
})

export type TransactionDetail = z.infer<typeof transaction>

export const payoutLog = z.object({
  id: z.string(),
  createdAt: z.string(),
  category: z.string(),
  responseCode: maybe,
  responseText: maybe,
  /** What was sent and what came back, as JSON values. */
  response: z.unknown().optional(),
  request: z.unknown().optional(),
})

export type PayoutLog = z.infer<typeof payoutLog>

export const activity = z.object({
  id: z.string(),
  completed: z.boolean(),
  category: z.string(),
  description: maybe,
  createdAt: maybe,
})

export type Activity = z.infer<typeof activity>
