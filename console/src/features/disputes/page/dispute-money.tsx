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
      {record && <p className={classes.sentence}>{whereMoneyIs(record)}</p>}
      <Fields of={record} fields={fields} />
    </Section>
  )
}

const fields: FieldOf<DisputeDetails>[] = [
  ['Held', ({ held }) => <Naira amount={held} />],
  [
    'Short',
    ({ shortfall }) =>
      shortfall ? <b className={classes.short}>{formatNaira(shortfall)}</b> : <Naira amount={shortfall} />,
  ],
  ['Refund', ({ refund }) => <Refund of={refund} />],
]

function Refund({ of: refund }: { of: DisputeDetails['refund'] }) {
  if (!refund) return emptyValue
  return (
    <span className={classes.refund}>
      <AccentLink to={paths.refunds({ refundId: refund.id })}>{formatNaira(refund.amount)}</AccentLink>
      <StatusTag of={refund.status} map={refundStatus} />
      {refund.transactionId && <AccentLink to={paths.transaction(refund.transactionId)}>Open transaction</AccentLink>}
    </span>
  )
}

/** Returns a sentence saying where the disputed money is. */
function whereMoneyIs(dispute: DisputeDetails): string {
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
