import { sql } from 'kysely'

// Categories as the ledger check knows them. All others are book transfers: one DEBIT and one CREDIT under one reference.

/** Outbound payments: held while in progress, with the provider's cost of the route. */
export const paidOut = sql`('BANK_TRANSFER', 'SETTLEMENT', 'REFUND', 'BILL_PAYMENT')`

/** Collections; shares of them may be on subaccounts of the same merchant. */
export const collected = sql`('BANK_FUNDING', 'CARD_PAYMENT', 'CREDIT_STORE')`

/** Linked charges, which may have the session ID of their payment. */
export const chargedBeside = sql`('DEBIT_CHILD_ACCOUNT_CHARGES', 'CREDIT_CHILD_ACCOUNT_CHARGES')`

/** Categories with a transaction on only one customer's account. */
export const oneSided = sql`('BANK_TRANSFER', 'SETTLEMENT', 'REFUND', 'BILL_PAYMENT', 'BANK_FUNDING', 'CARD_PAYMENT',
  'CARD_REVERSAL', 'CREDIT_STORE', 'DEBIT_STORE', 'DEBIT_CHILD_ACCOUNT_CHARGES', 'CREDIT_CHILD_ACCOUNT_CHARGES')`
