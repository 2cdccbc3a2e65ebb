import type { Mode } from '@kobo/contract/kit/mode'
import type { ProfitSource } from '@kobo/contract/kit/profit-source'
import type { Database } from '../db/database.ts'
import type { TransferKind } from './transfer-kinds.ts'

/** Amount that one account gains (positive, a credit) or loses (negative, a debit). */
export interface Line {
  accountId: string
  amountKobo: bigint
  /** The transaction in which the account's holder sees the line. */
  transactionId?: string
}

/** Money that moves between accounts in one transfer; the lines sum to zero. */
export interface Posting {
  mode: Mode
  kind: TransferKind
  reference: string
  /** A kind is posted once per transaction, or once per reference if there is none. */
  transactionId: string | null
  /** Merchant on whose behalf it is posted; null if only the provider's own accounts move. */
  merchantId: string | null
  at: Date
  /** When the charged event happened, if recorded: the rates of that instant apply. */
  dueAt?: Date
  lines: readonly Line[]
  /** Profit source; the usual one of its kind by default. */
  source?: ProfitSource
  /** The payments whose costs it pays, if several. */
  costs?: readonly PaidCost[]
}

/** Our cost of one payment. */
export interface PaidCost {
  transactionId: string
  merchantId: string
  /** Reference of the payment. */
  reference: string
  costKobo: bigint
}

/** Whether a kind was posted under a reference, without a transaction. */
export async function isReferencePosted(
  db: Database,
  { mode, kind, reference }: Pick<Posting, 'mode' | 'kind' | 'reference'>,
): Promise<boolean> {
  const posted = await db
    .selectFrom('transfer')
    .select('id')
    .where('mode', '=', mode)
    .where('kind', '=', kind)
    .where('reference', '=', reference)
    .where('transaction_id', 'is', null)
    .executeTakeFirst()
  return posted !== undefined
}
