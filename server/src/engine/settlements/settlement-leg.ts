import { modeOfRow } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { enqueueCharge } from '../charges/charge-event.ts'
import type { OutboundDeps, FinalState, OutboundLeg } from '../outbound/outbound-leg.ts'
import { transferChargeReference } from './settlement-messages.ts'
import { payoutLeg } from '../payouts/payout-leg.ts'

/** Applies the final state of the latest attempts to their settlements, and charges the merchant for those to subaccounts. */
async function updateSettlements(
  db: Transaction,
  finalStates: readonly FinalState[],
  { jobs }: OutboundDeps,
): Promise<void> {
  const { rows } = await sql<{ transaction_id: string }>`
    update settlement set status = finished.status, reason = finished.problem
    from unnest(
      ${finalStates.map(({ row }) => row.id)}::uuid[],
      ${finalStates.map(({ status }) => (status === 'SUCCESS' ? 'SUCCESSFUL' : 'FAILED'))}::text[],
      ${finalStates.map(({ problem }) => problem)}::text[]
    ) as finished (id, status, problem)
    where settlement.transaction_id = finished.id
    returning transaction_id
  `.execute(db)
  const updated = new Set(rows.map(({ transaction_id: id }) => id))
  for (const { row, status } of finalStates) {
    if (status !== 'SUCCESS' || row.scope !== 'SUBACCOUNT' || !updated.has(row.id)) continue
    await enqueueCharge(db, jobs, {
      mode: modeOfRow(row),
      merchantId: row.merchant_id,
      event: 'subaccount.transferCharge',
      reference: transferChargeReference(row.reference),
      at: row.paid_at === null ? new Date(row.created_at) : new Date(row.paid_at),
    })
  }
}

/** A settlement: collected funds paid out through the switch to the bank account of the merchant or its subaccount. */
export const settlementLeg: OutboundLeg = {
  ...payoutLeg,
  labels: { it: 'settlement', other: 'The switch' },
  kind: 'SETTLEMENT',
  webhooks: null,
  onFinal: updateSettlements,
}
