import { sql } from 'kysely'

// What the oracle knows of each category. Every other one is a move inside: one DEBIT and one CREDIT under one reference.

/** Money that an account pays to the outside: held while it is under way, with what the way costs us. */
export const paidOut = sql`('BANK_TRANSFER', 'SETTLEMENT', 'REFUND', 'BILL_PAYMENT')`

/** Money that comes in from outside; shares of it may stand on sub-accounts of the same merchant. */
export const collected = sql`('BANK_FUNDING', 'CARD_PAYMENT', 'CREDIT_STORE')`

/** What belongs to another transaction and is seen by itself; it may have that one's session ID. */
export const chargedBeside = sql`('DEBIT_CHILD_ACCOUNT_CHARGES', 'CREDIT_CHILD_ACCOUNT_CHARGES')`

/** All that only one customer's account sees. */
export const oneSided = sql`('BANK_TRANSFER', 'SETTLEMENT', 'REFUND', 'BILL_PAYMENT', 'BANK_FUNDING', 'CARD_PAYMENT',
  'CARD_REVERSAL', 'CREDIT_STORE', 'DEBIT_STORE', 'DEBIT_CHILD_ACCOUNT_CHARGES', 'CREDIT_CHILD_ACCOUNT_CHARGES')`
