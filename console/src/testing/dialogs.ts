/** Fields of a list's dialogs, and the filters kept in its search params. */
interface Dialogs {
  /** One entry per field: `key: VALUE, chosen>key=sent`; values that are not sent are in brackets. */
  filters: readonly string[]
  exports: readonly string[]
  address?: readonly string[]
}

const days = 'days'
const merchant = 'merchant: picked'
const active = 'status: ACTIVE, INACTIVE'
const ended = 'status: success, pending, failed'
const direction = 'type: credit, debit'

/** Ledger positions are filtered by day; those of merchants' accounts by merchant too. */
const positions: Dialogs = {
  filters: ['status: active, inactive', 'date: written'],
  exports: ['status: active, inactive'],
  address: ['status as filterStatus', 'date'],
}
const positionsOfMerchant: Dialogs = {
  ...positions,
  filters: [merchant, ...positions.filters],
  address: ['merchant', 'status as filterStatus', 'date'],
}

/** Dialogs of every list by its name: fields, values, and what is sent for them. */
export const dialogs: Readonly<Record<string, Dialogs>> = {
  'approval-requests': {
    filters: ['verified: (COMPLETED), (REJECTED), (PENDING)', 'category: (ACTIVATION), (UPGRADE)'],
    exports: [days],
    address: ['verified as filterStatus', 'category'],
  },
  'bill-payments': {
    filters: [
      merchant,
      'category: AIRTIME, DATA, CABLE_TV, ELECTRICITY, INTERNET',
      'status: PENDING, SUCCESS, FAILED',
      days,
    ],
    exports: ['category: AIRTIME, DATA, CABLE_TV, ELECTRICITY, INTERNET', 'status: SUCCESS, pending, failed', days],
  },
  'bulk-payout-items': {
    filters: ['status: NOT_PROCESSED, PENDING, SUCCESS, NEW, FAILED'],
    exports: ['status: NOT_PROCESSED, PENDING, SUCCESS, NEW, FAILED'],
  },
  'bulk-payouts': {
    filters: [merchant, 'wallet: picked', days],
    exports: [days],
    address: ['wallet', 'merchant', 'startDate', 'endDate'],
  },
  'card-batches': {
    filters: [
      merchant,
      'status: PENDING, ACCEPTED, DECLINED',
      'type: PHYSICAL, VIRTUAL',
      'batchReference: written',
      days,
    ],
    exports: ['status: PENDING, ACCEPTED, DECLINED', 'type: PHYSICAL, VIRTUAL', days],
  },
  'card-transactions': {
    filters: [merchant, 'status: SUCCESS, PENDING, FAILED, QUEUED, DECLINED', days],
    exports: ['status: SUCCESS, PENDING, FAILED, QUEUED, DECLINED', days],
  },
  cards: {
    filters: [merchant, 'type: PHYSICAL, VIRTUAL', 'status: ACTIVE, BLOCKED, DELETED', 'batchReference: written', days],
    exports: ['type: PHYSICAL, VIRTUAL', 'status: ACTIVE, BLOCKED, DELETED', days],
  },
  chargebacks: {
    filters: ['category: chargeback, fraud', 'status: awaiting feedback, accepted, in progress, declined', days],
    exports: ['category: chargeback, fraud', 'status: awaiting feedback, accepted, in progress, declined', days],
  },
  checkouts: {
    filters: [merchant, 'hasPaid: true, false', days],
    exports: ['hasPaid: true, false', 'paymentMethod: BANK_TRANSFER, CARD', days],
  },
  'child-account-customers': { filters: [active], exports: [active, days], address: ['status as filterStatus'] },
  'child-account-merchants': { filters: ['name: written', days], exports: ['businessName: written', days] },
  'child-accounts-of-customer': { filters: [active], exports: [active, days] },
  'child-accounts-of-merchant': { filters: [active], exports: [active, days] },
  'child-transactions': {
    filters: [
      'type: CREDIT, DEBIT',
      ended,
      'category: DEBIT_CHILD_ACCOUNT_CHARGES, CREDIT_CHILD_ACCOUNT_CHARGES',
      days,
    ],
    exports: [direction, ended, days],
  },
  'contact-us': { filters: [days, 'status: NEW, ANSWERED'], exports: ['status: NEW, ANSWERED', days] },
  disputes: {
    filters: [
      'category: SCAM, CASHBACK, CHARGEBACK, TRANSFER',
      'status: NEW, IN_PROGRESS, in progress, AWAITING_FEEDBACK, FEEDBACK_PROVIDED, RESOLVED, REJECTED, CLOSED',
      days,
    ],
    exports: [
      'category: SCAM, CASHBACK, CHARGEBACK, TRANSFER',
      'status: NEW, in progress, AWAITING_FEEDBACK, FEEDBACK_PROVIDED, RESOLVED, REJECTED, CLOSED',
      days,
    ],
    address: ['category as filterCategory', 'status as filterStatus'],
  },
  'found-transactions': {
    filters: [
      'minAmount to maxAmount: written',
      'accountNumber: written',
      'accountName: written',
      'reference: written',
      'sessionId: written',
      merchant,
      'status: QUEUED, PENDING, SUCCESS, FAILED, DECLINED',
      'type: CREDIT, DEBIT',
      'category: BANK_TRANSFER, DEBIT_WALLET, CREDIT_WALLET, MERCHANT_DEBIT, MERCHANT_CREDIT, WALLET_TO_WALLET, BANK_FUNDING, CARD_PAYMENT, CARD_REVERSAL, SETTLEMENT, REFUND, BILL_PAYMENT, DEBIT_CHILD_ACCOUNT_CHARGES, CREDIT_CHILD_ACCOUNT_CHARGES, CREDIT_STORE, DEBIT_STORE, TERMINAL_TO_STORE, TRANSFER_FROM_TERMINAL, TRANSFER_FROM_MERCHANT, TRANSFER_FROM_STORE',
      days,
      'sort: newest, oldest, largest, smallest',
    ],
    exports: ['status: QUEUED, PENDING, SUCCESS, FAILED, DECLINED', 'type: CREDIT, DEBIT', days],
    address:
      'status as filterStatus,type,category,merchant,merchantName,minAmount,maxAmount,accountNumber,accountName,sessionId,reference,startDate,endDate,sort'.split(
        ',',
      ),
  },
  invites: { filters: ['name: written'], exports: [days] },
  'ledger-child-accounts': positionsOfMerchant,
  'ledger-entries': { filters: [days], exports: ['direction: CREDIT, DEBIT', days], address: ['startDate', 'endDate'] },
  'ledger-merchants': positionsOfMerchant,
  'ledger-provider': positions,
  'ledger-stores': positionsOfMerchant,
  'ledger-sub-accounts': positionsOfMerchant,
  'ledger-terminals': positionsOfMerchant,
  'ledger-wallets': {
    ...positions,
    filters: ['wallet: written', ...positions.filters],
    address: ['wallet', 'status as filterStatus', 'date'],
  },
  members: { filters: ['name: written'], exports: [days] },
  'merchant-transactions': { filters: ['type: DEBIT, CREDIT', days], exports: [ended, direction] },
  'merchant-upgrades': {
    filters: ['status: APPROVED, DECLINED, IN-REVIEW, PENDING'],
    exports: ['status: APPROVED, DECLINED, IN-REVIEW, PENDING'],
    address: ['status as filterStatus'],
  },
  'merchant-wallet-transactions': {
    filters: [
      'category: BANK_TRANSFER, DEBIT_WALLET, CREDIT_WALLET, MERCHANT_DEBIT, MERCHANT_CREDIT, WALLET_TO_WALLET',
      days,
    ],
    exports: [ended, direction],
  },
  merchants: {
    filters: ['verified: ACCEPTED, REJECTED, SUBMITTED, NOT_SUBMITTED, PROCESSING'],
    exports: ['verified: ACCEPTED, REJECTED, SUBMITTED, NOT_SUBMITTED, PROCESSING'],
    address: ['verified as filterStatus'],
  },
  'one-cards-transactions': {
    filters: ['status: SUCCESS, PENDING, FAILED, QUEUED, DECLINED', days],
    exports: ['status: SUCCESS, PENDING, FAILED, QUEUED, DECLINED', days],
  },
  'partner-merchants': { filters: [active], exports: [active, days], address: ['status as filterStatus'] },
  partners: { filters: [active], exports: ['status: active, deactivate', days], address: ['status as filterStatus'] },
  'payment-links': { filters: [active, days], exports: [active, days] },
  payouts: {
    filters: ['type: DEBIT, CREDIT', days],
    exports: [direction, ended, days],
    address: ['type', 'startDate', 'endDate'],
  },
  'profit-details': { filters: [merchant, days], exports: [days], address: ['merchant', 'startDate', 'endDate'] },
  'recurring-payouts': {
    filters: ['frequency: daily, weekly, monthly, Yearly', 'status: ACTIVE, INACTIVE, CANCELLED, COMPLETED', days],
    exports: ['interval: daily, weekly, monthly, Yearly', days],
  },
  refunds: {
    filters: [merchant, 'status: pending, processing, failed, processed', days],
    exports: ['status: pending, processing, failed, processed', days],
  },
  reviews: { filters: ['search: written'], exports: ['businessName: written'] },
  'scheduled-payouts': {
    filters: ['status: DISPATCHED, NEW, CANCELLED, FAILED', days],
    exports: ['status: dispatched, initiated, cancelled, failed', days],
  },
  services: { filters: [active], exports: [active] },
  'settlement-transactions': { filters: [days], exports: [days] },
  settlements: {
    filters: [
      'subAccount: picked',
      'status: SUCCESSFUL, PENDING, FAILED',
      'category: MERCHANT_SETTLEMENT, SUBACCOUNT_SETTLEMENT',
      days,
    ],
    exports: ['status: successful, pending, failed', days],
    address: ['status as filterStatus', 'category', 'startDate', 'endDate', 'subAccount'],
  },
  shops: { filters: ['name: written', active], exports: ['name: written', active] },
  'store-transactions': {
    filters: [
      'category: DEBIT_STORE, TRANSFER_FROM_STORE, CREDIT_STORE, TRANSFER_FROM_MERCHANT, TERMINAL_TO_STORE, TRANSFER_FROM_TERMINAL, BANK_TRANSFER',
      'terminal: picked',
      merchant,
      'status: QUEUED, PENDING, SUCCESS, FAILED, DECLINED',
      days,
    ],
    exports: [
      'category: DEBIT_STORE, TRANSFER_FROM_STORE, CREDIT_STORE, TRANSFER_FROM_MERCHANT, TERMINAL_TO_STORE, TRANSFER_FROM_TERMINAL, BANK_TRANSFER',
      'status: QUEUED, PENDING, SUCCESS, FAILED, DECLINED',
      days,
    ],
    address: ['category', 'terminal', 'terminalName', 'merchant', 'status as filterStatus', 'startDate', 'endDate'],
  },
  stores: { filters: [merchant], exports: ['name: written'], address: ['merchant'] },
  'sub-account-merchants': { filters: ['name: written'], exports: ['businessName: written'] },
  'sub-account-settlements': {
    filters: ['status: SUCCESSFUL, PENDING, FAILED', 'category: MERCHANT_SETTLEMENT, SUBACCOUNT_SETTLEMENT', days],
    exports: ['status: successful, pending, failed', days],
    address: ['status as filterStatus', 'category', 'startDate', 'endDate'],
  },
  'sub-accounts': { filters: ['name: written'], exports: ['name: written'] },
  terminals: {
    filters: ['serialNumber: written', active, 'store: picked'],
    exports: ['serialNumber: written', active],
    address: ['serialNumber', 'status as filterStatus', 'store', 'storeName'],
  },
  'transaction-log': {
    filters: [
      'category: FUND_SUCCESS, SESSION_INIT, COLLECTION_WEBHOOK, TRANSFER_WEBHOOK, PROVIDER_CHARGES_SETTLEMENT, FUND_PENDING',
    ],
    exports: [days],
  },
  'virtual-account-transactions': {
    filters: [merchant, 'paymentMethod: Card, Bank', 'status: SUCCESS, PENDING, FAILED, QUEUED, DECLINED', days],
    exports: ['paymentMethod: BANK_TRANSFER, CARD', 'status: SUCCESS, PENDING, FAILED, QUEUED, DECLINED', days],
  },
  'virtual-accounts': {
    filters: ['name: written', 'usage: USED, UNUSED', days],
    exports: ['status: USED, UNUSED', days],
  },
  'wallet-requests': {
    filters: ['status: COMPLETED, REJECTED, PENDING', 'category: ACTIVATION, UPGRADE'],
    exports: ['status: COMPLETED, REJECTED, PENDING'],
    address: ['status as filterStatus', 'category', 'sort'],
  },
  'wallet-transactions': {
    filters: [
      'category: BANK_TRANSFER, DEBIT_WALLET, CREDIT_WALLET, MERCHANT_DEBIT, MERCHANT_CREDIT, WALLET_TO_WALLET',
      merchant,
      days,
    ],
    exports: [ended, direction, days],
  },
  wallets: {
    filters: ['accountNumber: written', 'tier: 1, 2, 3', 'status: ACTIVE, INACTIVE, PENDING'],
    exports: ['tier: 1, 2, 3', 'status: ACTIVE, INACTIVE, PENDING'],
    address: ['accountNumber as accountNo', 'tier', 'status as filterStatus'],
  },
}
