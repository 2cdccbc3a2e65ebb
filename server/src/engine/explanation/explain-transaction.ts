import { legOf } from '../legs.ts'
import { formatNaira } from '../format-naira.ts'
import { chargesOf } from '../transaction-row.ts'
import { explainCardReversal, explainCardPurchase, explainCardCollection } from './explain-card.ts'
import { formatInstant } from './format-instant.ts'
import { joined, deductionsText, explainOutbound } from './explain-outbound.ts'
import type { TransactionFacts } from './transaction-facts.ts'

/** Explains in one sentence what happened to a transaction and where its money is. */
export function explainTransaction(facts: TransactionFacts): string {
  return joined(explainByCategory(facts) ?? explainByLedger(facts), refundedText(facts), disputedText(facts))
}

function explainByCategory(facts: TransactionFacts): string | null {
  const { row } = facts
  const leg = legOf(row)
  return leg ? explainOutbound(facts, leg.labels) : (explainers[`${row.category} ${row.type}`]?.(facts) ?? null)
}

const explainers: Record<string, (facts: TransactionFacts) => string | null> = {
  'BANK_FUNDING CREDIT': explainCollection,
  'CREDIT_STORE CREDIT': explainCollection,
  'CARD_PAYMENT CREDIT': explainCardCollection,
  'CARD_PAYMENT DEBIT': explainCardPurchase,
  'CARD_REVERSAL CREDIT': explainCardReversal,
  'DEBIT_STORE DEBIT': explainCharge,
  'DEBIT_CHILD_ACCOUNT_CHARGES DEBIT': explainCharge,
  'CREDIT_CHILD_ACCOUNT_CHARGES DEBIT': explainCharge,
  ...Object.fromEntries(
    [
      'MERCHANT_DEBIT DEBIT',
      'MERCHANT_CREDIT CREDIT',
      'CREDIT_WALLET CREDIT',
      'DEBIT_WALLET DEBIT',
      'WALLET_TO_WALLET DEBIT',
      'WALLET_TO_WALLET CREDIT',
      'TRANSFER_FROM_MERCHANT CREDIT',
      'TRANSFER_FROM_STORE DEBIT',
      'TRANSFER_FROM_TERMINAL DEBIT',
      'TERMINAL_TO_STORE CREDIT',
    ].map((key) => [key, explainTransfer]),
  ),
}

/** Explains a bank collection. */
function explainCollection(facts: TransactionFacts): string | null {
  const { row, holder, moved, now } = facts
  const sender = row.originator_name ?? 'another bank'
  if (row.status === 'DECLINED') {
    return `Declined: ${row.alert ?? 'it was not accepted'}; it is returned to ${sender}, and nothing was credited to ${holder}`
  }
  if (row.status !== 'SUCCESS') return null
  return joined(
    `Collected: ${sender} paid ${formatInstant(row.paid_at ?? row.created_at, now)}`,
    moved && `${formatNaira(moved.kobo)} was credited to ${holder}${deductionsText(facts)}`,
  )
}

/** Explains a transfer between two of our accounts. */
function explainTransfer({ row, moved, now }: TransactionFacts): string | null {
  if (row.status !== 'SUCCESS') return null
  const [from, to] = [row.originator_name ?? 'one account', row.beneficiary_name ?? 'another']
  const charges = chargesOf(row)
  return joined(
    `Transferred: ${formatNaira(row.amount_kobo)} from ${from} to ${to} ${formatInstant(row.paid_at ?? row.created_at, now)}`,
    moved &&
      (moved.kobo < 0n
        ? `${formatNaira(-moved.kobo)} was debited from ${from}`
        : `${formatNaira(moved.kobo)} was credited to ${to}`) +
        (moved.kobo < 0n && charges > 0n ? `, including ${formatNaira(charges)} of charges` : ''),
  )
}

/** Explains a maintenance fee, or the linked charge of a child account's payment, which shares the payment's status. */
function explainCharge({ row, holder, moved, now }: TransactionFacts): string | null {
  const total = formatNaira(row.amount_kobo + chargesOf(row))
  const reason = row.narration ?? 'a charge'
  switch (row.status) {
    case 'SUCCESS':
      return joined(
        `Charged: ${reason}, ${formatInstant(row.paid_at ?? row.created_at, now)}`,
        moved && `${formatNaira(-moved.kobo)} was debited from ${holder}`,
      )
    case 'FAILED':
      return `Not charged: its payment failed (${reason}); nothing was debited from ${holder}`
    case 'QUEUED':
      return `Queued: ${reason}; none of the ${total} has been debited from ${holder} or is held`
    case 'PENDING':
      return `Pending: ${reason}; the ${total} is held with its payment on ${holder}`
    default:
      return null
  }
}

const heads: Record<string, string> = {
  QUEUED: 'Queued',
  PENDING: 'Pending',
  SUCCESS: 'Done',
  FAILED: 'Failed',
  DECLINED: 'Declined',
}

/** Fallback from the ledger alone, for categories and statuses without their own text. */
function explainByLedger({ row, holder, moved, heldKobo, returned, now }: TransactionFacts): string {
  const head = joined(`${heads[row.status] ?? row.status}: ${row.alert ?? formatNaira(row.amount_kobo)}`)
  if (moved) {
    const movement =
      moved.kobo < 0n
        ? `${formatNaira(-moved.kobo)} was debited from ${holder}`
        : `${formatNaira(moved.kobo)} was credited to ${holder}`
    return joined(head, `${movement} ${formatInstant(moved.at, now)}`)
  }
  if (heldKobo > 0n) return joined(head, `${formatNaira(heldKobo)} is held on ${holder}`)
  if (returned)
    return joined(head, `${formatNaira(returned.kobo)} returned to ${holder} ${formatInstant(returned.at, now)}`)
  return joined(head, `nothing moved on ${holder}`)
}

function refundedText({ refundedKobo }: TransactionFacts): string | null {
  return refundedKobo > 0n ? `${formatNaira(refundedKobo)} was refunded to the payer` : null
}

function disputedText({ disputedKobo }: TransactionFacts): string | null {
  return disputedKobo > 0n ? `${formatNaira(disputedKobo)} is disputed` : null
}
