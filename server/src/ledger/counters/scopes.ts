/** Stands in the counts for every value of a dimension. */
export const every = '*'
/** Stands in the counts of months for every merchant. */
export const everyMerchant = '00000000-0000-0000-0000-000000000000'
/** Stands in the counts for all days together. */
export const anyDay = '1970-01-01'
/** The scope of the merchants themselves, which are counted by the state of their KYC. */
export const kycScope = 'KYC'
/** The scope of what came in on virtual and static accounts, which is counted by how it was paid and what became of it. */
export const paidInScope = 'PAID_IN'
/** The scope of the virtual and static accounts, which are counted by whether money has come in on them, and by kind. */
export const virtualAccountScope = 'VIRTUAL_ACCOUNT'

/** The scope of the checkouts, which are counted by whether they are paid. */
export const checkoutScope = 'CHECKOUT'
/** The scope of the payment links, which are counted by whether they take a payment still. */
export const paymentLinkScope = 'PAYMENT_LINK'

/** The scope of the refunds, which are counted by what became of them. */
export const refundScope = 'REFUND'

/** The scope of the cards, which are counted by their status and type. */
export const cardScope = 'CARD'
/** The scope of what they pay, which is counted by what became of it. */
export const cardSpendingScope = 'CARD_SPENDING'
/** The scope of the bill payments, which are counted by what became of them and by what they are for. */
export const billScope = 'BILL_PAYMENT'
/** The scope of what moved on stores and terminals together, which is counted by category and status. */
export const storeScope = 'STORES'
/** The scope of what we earn and pay, which is counted by what it is earned with, income and costs apart. */
export const profitScope = 'PROFIT'
/** Of every row of profit what it earns; all of its rows are counted here. */
export const feeCategory = 'FEE'
/** Of those that cost something what they cost, as less. */
export const costCategory = 'COST'

/** The scopes whose merchants have counts of days, too; those of other lists' merchants have months alone. */
export const scopesWithMerchantDays: readonly string[] = [profitScope]
