import { modeOfRow } from '@kobo/contract/kit/mode'
import type { Database, Transaction } from '../../db/database.ts'
import { type Posting, post } from '../../ledger/ledger.ts'
import { sourceOfPayment } from '../../ledger/profit.ts'
import { providerAccount } from '../../ledger/provider-accounts.ts'
import type { TransactionRow } from '../transaction-row.ts'
import type { OutboundLeg, Commission } from './outbound-leg.ts'

/** Returns the posting of the provider's fee, or none if it is zero. */
export function providerCost(leg: OutboundLeg, row: TransactionRow, costKobo: bigint, at: Date): Posting[] {
  if (costKobo === 0n) return []
  const mode = modeOfRow(row)
  const lines = [
    { accountId: providerAccount(mode, 'PROVIDER_COST'), amountKobo: -costKobo },
    { accountId: providerAccount(mode, leg.float(row)), amountKobo: costKobo },
  ]
  const { id: transactionId, merchant_id: merchantId, reference } = row
  const source = sourceOfPayment(leg.kind, row.scope)
  return [{ mode, kind: 'PROVIDER_COST', reference, transactionId, merchantId, at, source, lines }]
}

/** Posts the provider's fee unless it is already posted. */
export async function postProviderCost(
  db: Transaction,
  leg: OutboundLeg,
  row: TransactionRow,
  { costKobo, at }: { costKobo: bigint; at: Date },
): Promise<void> {
  const postings = providerCost(leg, row, costKobo, at)
  for (const posting of postings) if (!(await isPosted(db, row.id, 'PROVIDER_COST'))) await post(db, posting)
}

export async function isPosted(db: Database, transactionId: string, kind: 'PROVIDER_COST' | 'COMPENSATION') {
  const found = await db
    .selectFrom('transfer')
    .select('id')
    .where('transaction_id', '=', transactionId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return found !== undefined
}

/** Returns the providers' commission to us by transaction. Transactions whose leg has no commissions are omitted. */
export async function commissionsOf(
  db: Transaction,
  payments: readonly { leg: OutboundLeg; row: TransactionRow }[],
): Promise<ReadonlyMap<string, Commission>> {
  const found = new Map<string, Commission>()
  for (const leg of new Set(payments.map((payment) => payment.leg))) {
    const ids = payments.flatMap((payment) => (payment.leg === leg ? [payment.row.id] : []))
    for (const [id, commission] of (await leg.commissions?.(db, ids)) ?? []) found.set(id, commission)
  }
  return found
}
