import { modeOfRow } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import { settleAll } from '../../ledger/ledger.ts'
import { sourceOfPayment } from '../../ledger/profit.ts'
import type { Exchange } from '../../rails/switch.ts'
import { chargeLines, linkedCharges, withLinkedCharge } from '../child-accounts/linked-charges.ts'
import { payerAccounts } from '../payer-account.ts'
import { chargesOf, type TransactionRow } from '../transaction-row.ts'
import { writeTrails } from '../trail.ts'
import { queueWebhooks } from '../webhooks/queue-webhook.ts'
import { scheduleStatusQueries, openStatusQueryWindow } from './status-query.ts'
import { commissionsOf, providerCost } from './provider-cost.ts'
import { finalizePayments } from './finalize-payments.ts'
import type { OutboundDeps, OutboundLeg } from './outbound-leg.ts'
import { succeeded, webhookAfterMs } from './outbound-messages.ts'

export interface Success {
  leg: OutboundLeg
  row: TransactionRow
  /** Response that approved it; null after an operator's decision, in which case status queries continue. */
  exchange: Exchange | null
  /** Reason for marking it SUCCESS, as shown in its trail. */
  sentence: string
  at: Date
}

/** Marks locked PENDING payments as SUCCESS and posts their holds. */
export async function completePayments(
  db: Transaction,
  deps: OutboundDeps,
  successes: readonly Success[],
): Promise<void> {
  if (successes.length === 0) return
  const charges = await linkedCharges(
    db,
    successes.map(({ row }) => row),
  )
  const commissions = await commissionsOf(db, successes)
  const completed = successes.map((success) => {
    const { row, exchange, at } = success
    const more = {
      paid_at: at.toISOString(),
      response_code: exchange?.code ?? null,
      ...(exchange === null && openStatusQueryWindow(row, at)),
    }
    const rowWithCharge = withLinkedCharge(row, charges)
    const after = { ...rowWithCharge, ...more, status: 'SUCCESS' }
    const commission = commissions.get(row.id)
    return { ...success, rowWithCharge, more, after, commission, costKobo: exchange?.feeKobo ?? 0n }
  })
  await finalizePayments(
    db,
    completed.map(({ leg, row, more, at }) => ({
      leg,
      finalState: { row, status: 'SUCCESS', problem: null, at },
      more,
    })),
    charges,
    deps,
  )
  await writeTrails(
    db,
    completed.map(({ leg, rowWithCharge, at, ...details }) => ({
      transaction: rowWithCharge,
      at,
      entries: succeeded(leg, rowWithCharge, details),
    })),
  )
  await queueWebhooks(
    db,
    deps.jobs,
    completed.flatMap(({ leg, after, at }) =>
      leg.webhooks
        ? [{ transaction: after, kind: leg.webhooks.success, at: new Date(at.getTime() + webhookAfterMs) }]
        : [],
    ),
  )
  await scheduleStatusQueries(
    db,
    deps,
    completed.map(({ after, at }) => ({ row: after, at })),
  )
  const accounts = await payerAccounts(
    db,
    completed.map(({ row }) => row),
  )
  // Last, to keep the lock on the payer's account short.
  await settleAll(
    db,
    completed.map(({ leg, row, rowWithCharge, commission, at }) => ({
      mode: modeOfRow(row),
      kind: leg.kind,
      reference: row.reference,
      transactionId: row.id,
      merchantId: row.merchant_id,
      at,
      source: sourceOfPayment(leg.kind, row.scope),
      lines: [
        {
          accountId: accounts.get(row.id) ?? '',
          amountKobo: -(row.amount_kobo + chargesOf(row)),
          transactionId: row.id,
        },
        ...chargeLines(accounts.get(row.id) ?? '', charges.get(row.id)),
        ...leg.creditLines(rowWithCharge, commission),
      ],
    })),
    completed.flatMap(({ leg, row, at, costKobo }) => providerCost(leg, row, costKobo, at)),
  )
}
