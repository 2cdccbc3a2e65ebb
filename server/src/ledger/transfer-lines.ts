import { naira } from '@kobo/contract/kit/naira'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { providerAccountName } from './provider-accounts.ts'

/** Amount that one account gained or lost by a transfer. */
export interface TransferLine {
  transfer_id: string
  account_id: string
  amount_kobo: bigint
  /** The transaction in which the holder sees it, if any. */
  transaction_id: string | null
  own_kind: string | null
  account_name: string | null
  account_number: string | null
}

/** The entries of transfers, each transfer's in their order. */
export async function transferLines(db: Database, transferIds: readonly string[]): Promise<TransferLine[]> {
  const { rows } = await sql<TransferLine>`
    select entry.transfer_id, entry.account_id, amount_kobo, entry.transaction_id, provider.kind as own_kind,
      account_name, account_number
    from entry
    left join account on account.id = entry.account_id
    left join provider_account as provider on provider.id = entry.account_id
    where transfer_id = any(${transferIds}::uuid[]) order by transfer_id, position
  `.execute(db)
  return rows
}

/** An entry as an API object: its account and the amount gained or lost. */
export function asLedgerLine(line: TransferLine) {
  return {
    accountId: line.account_id,
    name: line.own_kind === null ? line.account_name : providerAccountName(line.own_kind),
    accountNumber: line.account_number,
    ...transferKindLabel(line.amount_kobo),
  }
}

/** An amount as a direction and a positive value. */
export function transferKindLabel(kobo: bigint) {
  return { direction: kobo > 0n ? 'CREDIT' : 'DEBIT', amount: naira(kobo > 0n ? kobo : -kobo) }
}
