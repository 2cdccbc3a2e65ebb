import type { Mode } from '@kobo/contract/kit/mode'
import type { ProfitSource } from '@kobo/contract/kit/profit-source'
import type { Database } from '../db/database.ts'
import type { TransferKind } from './transfer-kinds.ts'

/** What one account gains (positive, a credit) or loses (negative, a debit). */
export interface Line {
  accountId: string
  amountKobo: bigint
  /** The transaction in which the holder of this account sees the line. */
  transactionId?: string
}

/** Money that moves at once between accounts; the lines sum to zero. */
export interface Posting {
  mode: Mode
  kind: TransferKind
  reference: string
  /** A kind is posted once for a transaction, or once for a reference where there is none. */
  transactionId: string | null
  /** Whose doing it is; none where only the provider's own accounts move. */
  merchantId: string | null
  at: Date
  /** When what it charges for happened, where it says so: it is at the rates of that instant. */
  dueAt?: Date
  lines: readonly Line[]
  /** What it earns with, or pays for; what is usual for its kind unless it says so. */
  source?: ProfitSource
  /** Whose the costs are that it pays, where they are those of several payments. */
  costs?: readonly PaidCost[]
}

/** What one payment costs us. */
export interface PaidCost {
  transactionId: string
  merchantId: string
  /** Of the payment. */
  reference: string
  costKobo: bigint
}

/** Whether a kind was posted under a reference, for no transaction. */
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
