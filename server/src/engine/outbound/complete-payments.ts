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
  means: OutboundDeps,
  successes: readonly Success[],
): Promise<void> {
  if (successes.length === 0) return
  const charges = await linkedCharges(
    db,
    successes.map(({ row }) => row),
  )
  const commissions = await commissionsOf(db, successes)
  const done = successes.map((success) => {
    const { row, exchange, at } = success
    const more = {
      paid_at: at.toISOString(),
      response_code: exchange?.code ?? null,
      ...(exchange === null && openStatusQueryWindow(row, at)),
    }
    const whole = withLinkedCharge(row, charges)
    const after = { ...whole, ...more, status: 'SUCCESS' }
    const commission = commissions.get(row.id)
    return { ...success, whole, more, after, commission, costKobo: exchange?.feeKobo ?? 0n }
  })
  await finalizePayments(
    db,
    done.map(({ leg, row, more, at }) => ({ leg, end: { row, status: 'SUCCESS', problem: null, at }, more })),
    charges,
    means,
  )
  await writeTrails(
    db,
    done.map(({ leg, whole, at, ...how }) => ({ transaction: whole, at, entries: succeeded(leg, whole, how) })),
  )
  await queueWebhooks(
    db,
    means.jobs,
    done.flatMap(({ leg, after, at }) =>
      leg.webhooks
        ? [{ transaction: after, kind: leg.webhooks.success, at: new Date(at.getTime() + webhookAfterMs) }]
        : [],
    ),
  )
  await scheduleStatusQueries(
    db,
    means,
    done.map(({ after, at }) => ({ row: after, at })),
  )
  const accounts = await payerAccounts(
    db,
    done.map(({ row }) => row),
  )
  // Last, to keep the lock on the payer's account short.
  await settleAll(
    db,
    done.map(({ leg, row, whole, commission, at }) => ({
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
        ...leg.creditLines(whole, commission),
      ],
    })),
    done.flatMap(({ leg, row, at, costKobo }) => providerCost(leg, row, costKobo, at)),
  )
}
