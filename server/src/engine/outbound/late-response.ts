import { modeOfRow } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import { post } from '../../ledger/ledger.ts'
import { providerAccount } from '../../ledger/provider-accounts.ts'
import { type Move, transitionTransactions } from '../../ledger/transactions.ts'
import type { Exchange } from '../../rails/switch.ts'
import type { TransactionRow } from '../transaction-row.ts'
import { writeTrail } from '../trail.ts'
import { commissionsOf, isPosted, postProviderCost } from './provider-cost.ts'
import { closeStatusQueryWindow } from './status-query.ts'
import type { OutboundLeg } from './outbound-leg.ts'
import { approvedLate, approvedLateAlert, refusedLateAlert } from './outbound-messages.ts'

interface LateResponse {
  leg: OutboundLeg
  /** Locked and in a final status. */
  row: TransactionRow
  outcome: 'approved' | 'refused'
  exchange: Exchange
  at: Date
}

/** Applies a provider's definite response to a transaction in a final status, and closes its status query window. */
export async function applyLateResponse(db: Transaction, response: LateResponse): Promise<void> {
  const { leg, row, outcome, exchange, at } = response
  if (row.status === 'SUCCESS' && outcome === 'approved') {
    await postProviderCost(db, leg, row, { costKobo: exchange.feeKobo ?? 0n, at })
    await recordResponse(db, row, {})
  } else if (row.status === 'SUCCESS') {
    await recordResponse(db, row, { alert: refusedLateAlert(leg.labels, exchange.code) })
  } else if (row.status === 'FAILED' && outcome === 'approved') {
    await compensate(db, response)
  } else await recordResponse(db, row, {})
}

/** The money left although the hold was released: RECOVERY carries the loss until it is recovered. */
async function compensate(db: Transaction, { leg, row, exchange, at }: LateResponse): Promise<void> {
  if (await isPosted(db, row.id, 'COMPENSATION')) return await recordResponse(db, row, {})
  const { id, merchant_id: merchantId, reference } = row
  const mode = modeOfRow(row)
  const float = providerAccount(mode, leg.float(row))
  const commission = (await commissionsOf(db, [{ leg, row }])).get(id)
  // The full amount that the provider takes. A commission is earned only once the loss is recovered.
  const amountKobo = leg
    .creditLines(row, commission)
    .reduce((sum, line) => (line.accountId === float ? sum + line.amountKobo : sum), 0n)
  await post(db, {
    mode,
    kind: 'COMPENSATION',
    reference,
    transactionId: id,
    merchantId,
    at,
    lines: [
      { accountId: providerAccount(mode, 'RECOVERY'), amountKobo: -amountKobo },
      { accountId: float, amountKobo },
    ],
  })
  await postProviderCost(db, leg, row, { costKobo: exchange.feeKobo ?? 0n, at })
  await recordResponse(db, row, { alert: approvedLateAlert(leg.labels, amountKobo) })
  await writeTrail(db, row, at, [approvedLate(leg.labels, exchange)])
}

async function recordResponse(db: Transaction, row: TransactionRow, more: NonNullable<Move['more']>): Promise<void> {
  if (row.status !== 'SUCCESS' && row.status !== 'FAILED') return
  const changes = { ...more, ...(row.asked_until !== null && closeStatusQueryWindow) }
  if (Object.keys(changes).length > 0) await transitionTransactions(db, [{ seen: row, more: changes }])
}
