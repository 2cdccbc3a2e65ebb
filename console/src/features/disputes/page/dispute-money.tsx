import type { DisputeDetails } from '@kobo/contract/disputes'
import { Naira, formatNaira } from '../../../money/naira.tsx'
import { paths } from '../../../paths.ts'
import { useRecord } from '../../../record/define-record.ts'
import { StatusTag } from '../../../status/status-tag.tsx'
import { refundStatus } from '../../../status/statuses.ts'
import { AccentLink } from '../../../ui/accent-link.tsx'
import { emptyValue } from '../../../ui/format-text.ts'
import { type FieldOf, Fields } from '../../../ui/fields.tsx'
import { Section } from '../../../ui/section.tsx'
import { disputeRecord, isOpen } from '../dispute-record.ts'
import classes from './dispute-money.module.css'

/** Funds of the dispute: held, still to be held, and refunded. */
export function DisputeMoney() {
  const { record } = useRecord(disputeRecord)
  return (
    <Section title="Money">
      {record && <p className={classes.sentence}>{heldFundsText(record)}</p>}
      <Fields of={record} fields={fields} />
    </Section>
  )
}

const fields: FieldOf<DisputeDetails>[] = [
  ['Held', ({ held }) => <Naira amount={held} />],
  [
    'Short',
    ({ shortfall }) =>
      shortfall ? (
        <b className={classes.short}>
          <Naira amount={shortfall} />
        </b>
      ) : (
        <Naira amount={shortfall} />
      ),
  ],
  ['Refund', ({ refund }) => <Refund of={refund} />],
]

function Refund({ of: refund }: { of: DisputeDetails['refund'] }) {
  if (!refund) return emptyValue
  return (
    <span className={classes.refund}>
      <AccentLink to={paths.refunds({ refundId: refund.id })}>
        <Naira amount={refund.amount} />
      </AccentLink>
      <StatusTag of={refund.status} map={refundStatus} />
      {refund.transactionId && <AccentLink to={paths.transaction(refund.transactionId)}>Open transaction</AccentLink>}
    </span>
  )
}

/** Returns a sentence saying where the disputed money is. */
function heldFundsText(dispute: DisputeDetails): string {
  const { held, shortfall, refund, status, transactionType } = dispute
  if (refund) return refundText(refund, Boolean(held))
  if (transactionType?.toUpperCase() !== 'CREDIT') return 'Debit disputes do not hold or move money.'
  if (!isOpen(dispute)) return 'No funds are held any more.'
  if (status === 'NEW') return 'No funds are held until review starts.'
  if (shortfall) return `${formatNaira(shortfall)} still to be held as funds arrive.`
  return held ? `All of ${formatNaira(held)} is held on the credited account.` : 'No funds are held.'
}

function refundText({ amount, status }: NonNullable<DisputeDetails['refund']>, isHeld: boolean): string {
  const amountText = formatNaira(amount)
  if (status === 'processed') return `${amountText} was refunded to the payer.`
  if (status === 'failed') {
    return isHeld
      ? `The refund of ${amountText} failed, and the funds are held again.`
      : `The refund of ${amountText} failed. No funds are held any more.`
  }
  return `${amountText} is being refunded to the payer.`
}
