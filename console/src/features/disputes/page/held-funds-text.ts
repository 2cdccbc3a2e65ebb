import type { DisputeDetails } from '@kobo/contract/disputes'
import { formatNaira } from '../../../money/naira.tsx'
import { isOpen } from '../dispute-rules.ts'

/** Returns a sentence saying where the disputed money is. */
export function whereMoneyIs(dispute: DisputeDetails): string {
  const { held, shortfall, refund, status, transactionType } = dispute
  if (refund) return refundWords(refund)
  if (transactionType?.toUpperCase() !== 'CREDIT') return 'A dispute of money that went out holds and moves nothing.'
  if (!isOpen(dispute)) return 'Nothing is held any more.'
  if (status === 'NEW') return 'Nothing is held before the dispute is taken up.'
  if (shortfall) return `${formatNaira(shortfall)} is missing still, and is held as money comes in.`
  return held ? `All of ${formatNaira(held)} is held on the account that was credited.` : 'Nothing is held.'
}

function refundWords({ amount, status }: NonNullable<DisputeDetails['refund']>): string {
  const sum = formatNaira(amount)
  if (status === 'processed') return `${sum} went back to the payer.`
  if (status === 'failed') return `The refund of ${sum} failed, and the money is held again.`
  return `${sum} is on its way back to the payer.`
}
