import type { DisputeDetails } from '@kobo/contract/disputes'
import { formatNaira, Naira } from '../../../money/naira.tsx'
import { paths } from '../../../paths.ts'
import { useRecord } from '../../../record/define-record.ts'
import { StatusTag } from '../../../status/status-tag.tsx'
import { refundStatus } from '../../../status/statuses.ts'
import { AccentLink } from '../../../ui/accent-link.tsx'
import { emptyValue } from '../../../ui/format-text.ts'
import { type FieldOf, Fields } from '../../../ui/fields.tsx'
import { Section } from '../../../ui/section.tsx'
import { disputeRecord } from '../dispute-record.ts'
import classes from './dispute-money.module.css'
import { whereMoneyIs } from './held-funds-text.ts'

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
    ({ shortfall }) => (shortfall ? <b className={classes.short}>{formatNaira(shortfall)}</b> : amount(shortfall)),
  ],
  ['Refund', ({ refund }) => <Refund of={refund} />],
]

function amount(naira: number | null | undefined) {
  return <Naira amount={naira} />
}

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
