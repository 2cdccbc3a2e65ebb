import type { DisputeDetails } from '@kobo/contract/disputes'
import { formatNaira } from '../../../money/naira.tsx'
import { isOpen } from '../dispute-rules.ts'

/** Returns a sentence saying where the disputed money is. */
export function whereMoneyIs(dispute: DisputeDetails): string {
  const { held, shortfall, refund, status, transactionType } = dispute
  if (refund) return refundWords(refund)
  if (transactionType?.toUpperCase() !== 'CREDIT') return 'Debit disputes do not hold or move money.'
  if (!isOpen(dispute)) return 'No funds are held any more.'
  if (status === 'NEW') return 'No funds are held until review starts.'
  if (shortfall) return `${formatNaira(shortfall)} still to be held as funds arrive.`
  return held ? `All of ${formatNaira(held)} is held on the credited account.` : 'No funds are held.'
}

function refundWords({ amount, status }: NonNullable<DisputeDetails['refund']>): string {
  const sum = formatNaira(amount)
  if (status === 'processed') return `${sum} was refunded to the payer.`
  if (status === 'failed') return `The refund of ${sum} failed, and the funds are held again.`
  return `${sum} is being refunded to the payer.`
}
