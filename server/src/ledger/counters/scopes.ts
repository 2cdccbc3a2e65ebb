/** Represents every value of a dimension in the counters. */
export const every = '*'
/** Represents every merchant in the counters of months. */
export const everyMerchant = '00000000-0000-0000-0000-000000000000'
/** Represents all days together in the counters. */
export const anyDay = '1970-01-01'
/** Scope of merchants, counted by KYC status. */
export const kycScope = 'KYC'
/** Scope of collections on virtual and static accounts, counted by payment method and status. */
export const paidInScope = 'PAID_IN'
/** Scope of virtual and static accounts, counted by whether they were used, and by kind. */
export const virtualAccountScope = 'VIRTUAL_ACCOUNT'

/** Scope of checkouts, counted by whether they are paid. */
export const checkoutScope = 'CHECKOUT'
/** Scope of payment links, counted by whether they are active. */
export const paymentLinkScope = 'PAYMENT_LINK'

/** Scope of refunds, counted by status. */
export const refundScope = 'REFUND'

/** Scope of issued cards, counted by status and type. */
export const cardScope = 'CARD'
/** Scope of card purchases, counted by status. */
export const cardSpendingScope = 'CARD_SPENDING'
/** Scope of bill payments, counted by status and category. */
export const billScope = 'BILL_PAYMENT'
/** Scope of transactions of stores and terminals, counted by category and status. */
export const storeScope = 'STORES'
/** Scope of profit, counted by source, income and costs separately. */
export const profitScope = 'PROFIT'
/** Income of every profit row; all rows are counted here. */
export const feeCategory = 'FEE'
/** Costs of the profit rows that have some, negative. */
export const costCategory = 'COST'

/** Scopes with counters of days per merchant; other lists have only months per merchant. */
export const scopesWithMerchantDays: readonly string[] = [profitScope]
