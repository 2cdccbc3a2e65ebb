import { paidInScope } from '@kobo/server/ledger/counters/scopes'
import { type Encoded, encoded } from './copy-rows.ts'

/** Scope, type and category of a transaction on the account that lists it. */
export interface Kind {
  position: number
  scope: Encoded
  type: Encoded
  category: Encoded
}

/** Every combination of scope, type and category in use. */
export const kinds = {
  merchantFunding: kind(0, 'MERCHANT', 'CREDIT', 'BANK_FUNDING'),
  merchantPayout: kind(1, 'MERCHANT', 'DEBIT', 'BANK_TRANSFER'),
  merchantDebit: kind(2, 'MERCHANT', 'DEBIT', 'MERCHANT_DEBIT'),
  merchantCredit: kind(3, 'MERCHANT', 'CREDIT', 'MERCHANT_CREDIT'),
  walletFunding: kind(4, 'WALLET', 'CREDIT', 'BANK_FUNDING'),
  walletPayout: kind(5, 'WALLET', 'DEBIT', 'BANK_TRANSFER'),
  creditWallet: kind(6, 'WALLET', 'CREDIT', 'CREDIT_WALLET'),
  debitWallet: kind(7, 'WALLET', 'DEBIT', 'DEBIT_WALLET'),
  walletToWalletDebit: kind(8, 'WALLET', 'DEBIT', 'WALLET_TO_WALLET'),
  walletToWalletCredit: kind(9, 'WALLET', 'CREDIT', 'WALLET_TO_WALLET'),
} as const

/** Collections on a virtual or static account are also counted for their own list. */
export const paidIn = kind(10, paidInScope, 'BANK', 'SUCCESS')

export const allKinds: readonly Kind[] = [...Object.values(kinds), paidIn]

function kind(position: number, scope: string, type: string, category: string): Kind {
  return { position, scope: encoded(scope), type: encoded(type), category: encoded(category) }
}

const encodedTexts = (text: string) => text.split(/,\s+/).map(encoded)

/** Typical narrations of payments. */
export const narrations = {
  payout: encodedTexts(`Supplier payment, Salary, Staff allowance, Rent, Invoice settlement, Diesel, Logistics, Refund,
School fees, Transport fare, Commission, Stock replenishment, Loan repayment, Contribution payout, House keeping,
Ajo collection, Market goods, Repairs, Airtime float, Data subscription, Utility bill, Medical bill, Wedding support,
Balance payment, Part payment, Vendor settlement, Weekly wages, Cooperative savings, Farm inputs, Cement purchase`),
  collection:
    encodedTexts(`Payment for goods, Order payment, Deposit, Invoice payment, School fees, Booking, Subscription,
Monthly dues, Contribution, Savings, Wallet funding, Top up, Part payment, Balance, Delivery fee, Ticket, Rent,
Consultation fee, Transfer, Bulk order, Membership, Weekly ajo, Catering, Ankara order, Cold room rental`),
  move: encodedTexts(`Customer payout, Cashback, Bonus, Loan disbursement, Commission, Refund, Savings interest,
Allowance, Order refund, Contribution`),
  charge:
    encodedTexts(`Order, Contribution, Subscription, Loan repayment, Savings, Delivery fee, Monthly dues, Insurance,
Purchase, Ticket`),
  between: encodedTexts(`Thanks, Lunch, Transport, Contribution, Split bill, Loan, Gift, House keeping, Fuel, Data`),
}
