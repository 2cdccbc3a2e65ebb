import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../db/database.ts'

/** Changes the first entry of a transfer, which is the customer's. */
export async function changeEntry(t: Transaction, transferId: string, change: RawBuilder<unknown>): Promise<void> {
  await sql`update entry set ${change} where transfer_id = ${transferId} and position = 0`.execute(t)
}

export async function changeHold(t: Transaction, transactionId: string, change: RawBuilder<unknown>): Promise<void> {
  await sql`update hold set ${change} where transaction_id = ${transactionId}`.execute(t)
}

export async function changeTransaction(t: Transaction, id: string, change: RawBuilder<unknown>): Promise<void> {
  await sql`update transaction set ${change} where id = ${id}`.execute(t)
}

export async function changeRefund(t: Transaction, id: string, change: RawBuilder<unknown>): Promise<void> {
  await sql`update refund set ${change} where id = ${id}`.execute(t)
}
