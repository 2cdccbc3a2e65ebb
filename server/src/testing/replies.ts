import { contract } from '@kobo/contract'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Client } from './app.ts'

/** Returns the suggested replies about a transaction to the merchant and, if there is one, to its customer. */
export async function repliesOf(client: Client, transactionId: string) {
  const { story } = (await client.call(contract.transactionStory.tell, { transactionId })).data
  return { merchant: story.reply, customer: story.customerReply?.text ?? '', to: story.customerReply?.to ?? null }
}

/** Sums, from ledger entries alone, what a transaction and its refunds changed on its account and what its refunds paid out. */
export async function booked(db: Database, id: string): Promise<{ kept: bigint; back: bigint }> {
  const { rows } = await sql<{ kept: bigint; back: bigint }>`
    with followed as (
      select ${id}::uuid as id union select refund_transaction_id from refund where transaction_id = ${id})
    select
      coalesce(sum(entry.amount_kobo) filter (where entry.transaction_id in (select id from followed)
        and entry.account_id = (select account_id from transaction where id = ${id})), 0)::bigint as kept,
      coalesce(sum(entry.amount_kobo) filter (where entry.amount_kobo > 0 and transfer.kind in ('REFUND', 'COMPENSATION')
        and transfer.transaction_id in (select id from followed)), 0)::bigint as back
    from transfer join entry on entry.transfer_id = transfer.id
    where transfer.transaction_id in (select id from followed) or entry.transaction_id in (select id from followed)
    `.execute(db)
  const [found] = rows
  if (!found) throw new Error('No entries')
  return found
}
