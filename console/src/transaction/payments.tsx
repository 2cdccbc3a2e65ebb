import type { Payment } from '@kobo/contract/kit/payment'
import { Naira } from '../money/naira.tsx'
import { paths } from '../paths.ts'
import { StatusTag } from '../status/status-tag.tsx'
import { paidIn } from '../status/statuses.ts'
import { AccentLink } from '../ui/accent-link.tsx'
import { PanelMoment } from '../ui/dates.tsx'
import { emptyValue } from '../ui/format-text.ts'
import classes from './payments.module.css'

/** Latest payments on an account, each linked to its transaction, with the reason if it was declined. */
export function Payments({ of: payments = [] }: { of: readonly Payment[] | undefined }) {
  if (payments.length === 0) return emptyValue
  return (
    <ul className={classes.payments}>
      {payments.map(({ id, createdAt, amount, status, senderName, reason }) => (
        <li key={id} className={classes.payment}>
          <span className={classes.line}>
            <AccentLink to={paths.transaction(id)}>
              <Naira amount={amount} />
            </AccentLink>
            <StatusTag of={status} map={paidIn} />
          </span>
          <span className={classes.more}>
            <PanelMoment at={createdAt} /> {senderName && `from ${senderName}`}
          </span>
          {reason && <span className={classes.more}>{reason}</span>}
        </li>
      ))}
    </ul>
  )
}
