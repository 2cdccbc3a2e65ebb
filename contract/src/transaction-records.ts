import { z } from 'zod'
import { nairaReply } from './kit/naira.ts'

export const transactionTypes = ['CREDIT', 'DEBIT'] as const
export const transactionStatuses = ['QUEUED', 'PENDING', 'SUCCESS', 'FAILED'] as const

/** Categories in a wallet's filter. */
export const walletCategories = [
  'BANK_TRANSFER',
  'DEBIT_WALLET',
  'CREDIT_WALLET',
  'MERCHANT_DEBIT',
  'MERCHANT_CREDIT',
  'WALLET_TO_WALLET',
] as const

/** BANK_FUNDING is money received from another bank. */
export const transactionCategories = [...walletCategories, 'BANK_FUNDING'] as const

/** All transaction categories. */
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
  /** Only a list of payouts may omit it, since all of them are debits. */
  type: maybe,
  status: z.string(),
  amount: nairaReply,
  ...parties,
  category: maybe,
  charges: nairaReply.nullish(),
  reference: maybe,
  beneficiaryBankCode: maybe,
  /** The business; for a customer's wallet, its name follows. */
  merchantId: maybe,
  walletName: maybe,
})

export type TransactionRow = z.infer<typeof transactionRow>

export const transaction = z.object({
  /** May be missing, since the caller knows it. */
  id: maybe,
  status: z.string(),
  createdAt: z.string(),
  paidAt: maybe,
  description: maybe,
  type: maybe,
  narration: maybe,
  amount: nairaReply,
  charges: nairaReply.nullish(),
  /** Breakdown of `charges`. */
  chargeLines: z.object({ fee: nairaReply, vat: nairaReply, stampDuty: nairaReply }).nullish(),
  settledAmount: nairaReply.nullish(),
  reference: maybe,
  /** Reference on the payer's receipt for a checkout, and that checkout. */
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
  /** Child account of the transaction; `walletId` is set if a customer's wallet owns it. */
  childAccount: z.object({ id: z.string(), accountName: maybe, accountNumber: maybe, walletId: maybe }).nullish(),
  /** Linked charge of a child account's payment, and the payment of such a charge. */
  chargeTransactionId: maybe,
  chargedTransactionId: maybe,
  /** Store of the transaction or of its terminal, the shop of that store, and the terminal involved. */
  store: z.object({ id: z.string(), name: maybe }).nullish(),
  shop: z.object({ id: z.string(), name: maybe }).nullish(),
  terminal: z.object({ id: z.string(), serialNumber: maybe }).nullish(),
  responseCode: maybe,
  /** Meaning of the response code. */
  responseText: maybe,
  /** Condition that needs an operator, such as money that was paid out after the transaction had failed. */
  alert: maybe,
  /** Refunds of a collection, and the amount that can be requested now. */
  refunds: z
    .object({
      left: nairaReply,
      /** Blocker of a refund. */
      hindrance: maybe,
      made: z.array(
        z.object({ id: z.string(), createdAt: z.string(), amount: nairaReply, status: z.string(), reason: maybe }),
      ),
    })
    .nullish(),
  /** For a refund: its id and the refunded transaction. */
  refundOf: z.object({ refundId: z.string(), transactionId: z.string() }).nullish(),
  /** Shares of a merchant's collection, the merchant's first, and their settlement. */
  takers: z
    .array(
      z.object({
        /** Missing for the merchant's own share. */
        subAccount: z.object({ id: z.string(), name: maybe }).nullish(),
        splitType: maybe,
        splitValue: z.number().nullish(),
        amount: nairaReply,
        /** Unsettled part that was refunded. */
        refunded: nairaReply.nullish(),
        /** SETTLED, WAITING or SPENT; missing until the share is processed. */
        state: maybe,
        /** Reason why the share is WAITING or SPENT. */
        reason: maybe,
        settlement: z.object({ id: z.string(), status: z.string() }).nullish(),
      }),
    )
    .nullish(),
  /** Issued card of a payment or reversal, and the state of the payment. */
  card: z
    .object({
      id: z.string(),
      maskedPan: maybe,
      holderName: maybe,
      /** Amount held; missing if cleared without a hold, or declined. */
      authorisedAmount: nairaReply.nullish(),
      /** Amount cleared by the scheme. */
      clearedAmount: nairaReply.nullish(),
      /** Shortfall of the account, covered by us. */
      coveredAmount: nairaReply.nullish(),
      /** Expiry of the hold unless the payment is cleared. */
      heldUntil: maybe,
      /** The reversed payment, and the transaction that reversed it. */
      paymentTransactionId: maybe,
      reversalTransactionId: maybe,
    })
    .nullish(),
  /** Settlement that this transaction attempts to pay. */
  settlementId: maybe,
  /** Disputes, newest first. */
  disputes: z
    .array(
      z.object({ id: z.string(), createdAt: z.string(), amount: nairaReply, status: z.string(), category: z.string() }),
    )
    .nullish(),
  /** Copy of `charges` for readers that use this name. */
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
  /** Request and response as JSON values. */
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
