import type { Transaction } from '../../db/database.ts'
import { disputeFundedRefunds } from '../../ledger/dispute-holds.ts'
import { holdAll } from '../../ledger/ledger.ts'
import type { LedgerRefusalCode } from '../../ledger/ledger-refusal.ts'
import { transitionTransactions } from '../../ledger/transactions.ts'
import { nameOutcomeOf } from '../../rails/response-codes.ts'
import type { Route } from '../../rails/switch.ts'
import { linkedCharges, withLinkedCharge } from '../child-accounts/linked-charges.ts'
import { payerAccounts } from '../payer-account.ts'
import { legOf } from '../legs.ts'
import { chargesOf, lockTransactions, type TransactionRow } from '../transaction-row.ts'
import { writeTrails } from '../trail.ts'
import { failPayments } from './fail-payments.ts'
import type { KnownName, OutboundDeps } from './outbound-leg.ts'
import { accountNamed, nameRefused, holdPlaced, waitsForFreeze } from './outbound-messages.ts'

/** A payment about to be sent. */
export interface HoldRequest {
  transactionId: string
  /** Generated once and stored before the send. */
  sessionId: string
  /** Null if the payment does not go through a switch. */
  route: Route | null
  name: KnownName
}

/** Switch response code recorded for each ledger refusal. */
const refusalCodes: Record<Exclude<LedgerRefusalCode, 'frozen'>, string> = {
  insufficient_funds: '51',
  account_inactive: '57',
  wallet_disabled: '57',
  post_no_debit: '57',
  daily_limit: '61',
  balance_limit: '61',
}

/**
 * Places holds in order and moves payments to PENDING, or fails them. A frozen one stays QUEUED without a job, until the sweep finds
 * it after the freeze. Returns the rows to send, null for the others.
 */
export async function holdFunds(
  db: Transaction,
  deps: OutboundDeps,
  requests: readonly HoldRequest[],
  at: Date,
): Promise<(TransactionRow | null)[]> {
  const locked = await lockTransactions(
    db,
    requests.map(({ transactionId }) => transactionId),
  )
  // An operator may have failed it meanwhile, or another worker sent it.
  const queued = requests.flatMap((reservation) => {
    const row = locked.get(reservation.transactionId)
    const leg = row && legOf(row)
    return row?.status === 'QUEUED' && leg ? [{ ...reservation, row, leg }] : []
  })
  const after = new Date(at.getTime() + 1)
  const refused = queued.flatMap((payment) => {
    const response = 'answer' in payment.name ? payment.name.answer : null
    return response && nameOutcomeOf(response.code) === 'refused' ? [{ ...payment, response }] : []
  })
  const isRefused = new Set(refused.map(({ row }) => row.id))
  const accepted = queued.filter(({ row }) => !isRefused.has(row.id))
  const charges = await linkedCharges(
    db,
    accepted.map(({ row }) => row),
  )
  const payments = accepted.map((payment) => ({ ...payment, rowWithCharge: withLinkedCharge(payment.row, charges) }))
  const accounts = await payerAccounts(
    db,
    payments.map(({ row }) => row),
  )
  // A dispute-funded refund is already covered by the dispute's hold.
  const disputeFunded = await disputeFundedRefunds(
    db,
    payments.map(({ row }) => row),
  )
  const open = payments.filter(({ row }) => !disputeFunded.has(row.id))
  const results = await holdAll(
    db,
    open.map(({ row, rowWithCharge, leg }) => ({
      accountId: accounts.get(row.id) ?? '',
      merchantId: row.merchant_id,
      transactionId: row.id,
      kind: leg.kind,
      amountKobo: rowWithCharge.amount_kobo + chargesOf(rowWithCharge),
      at,
    })),
  )
  const refusals = new Map(open.map(({ row }, index) => [row.id, results[index]]))
  const held = payments
    .filter(({ row }) => !refusals.get(row.id))
    .map(({ row, rowWithCharge, name, sessionId, route }) => {
      // The bank's record of the account name takes precedence.
      const accountName = 'answer' in name ? name.answer.accountName : name.accountName
      const more = { session_id: sessionId, route, beneficiary_name: accountName ?? row.beneficiary_name }
      return { row, rowWithCharge, more, pending: { ...row, ...more, status: 'PENDING' } }
    })
  await transitionTransactions(
    db,
    held.flatMap(({ row, more }) => {
      const charge = charges.get(row.id)
      const chargeMoves = charge
        ? [{ seen: charge, to: 'PENDING' as const, more: { session_id: more.session_id } }]
        : []
      return [{ seen: row, to: 'PENDING' as const, more }, ...chargeMoves]
    }),
  )
  await writeTrails(db, [
    ...queued.map(({ leg, row, name }) => ({ transaction: row, at, entries: [accountNamed(leg.labels, name)] })),
    ...held.map(({ row, rowWithCharge }) => ({ transaction: row, at: after, entries: [holdPlaced(rowWithCharge)] })),
    ...payments
      .filter(({ row }) => refusals.get(row.id)?.code === 'frozen')
      .map(({ row }) => ({ transaction: row, at: after, entries: [waitsForFreeze] })),
  ])
  await failPayments(db, deps, [
    ...refused.map(({ leg, row, response }) => ({
      leg,
      row,
      ...nameRefused(response),
      isUnconfirmed: false,
      at: after,
    })),
    ...payments.flatMap(({ leg, row }) => {
      const refusal = refusals.get(row.id)
      if (!refusal || refusal.code === 'frozen') return []
      const code = refusalCodes[refusal.code]
      return [{ leg, row, code, sentence: refusal.message, isUnconfirmed: false, at: after }]
    }),
  ])
  const pending = new Map(held.map((payment) => [payment.row.id, payment.pending]))
  return requests.map(({ transactionId }) => pending.get(transactionId) ?? null)
}
