import { Naira, formatNaira } from '../../../../money/naira.tsx'
import { paths } from '../../../../paths.ts'
import { StatusTag } from '../../../../status/status-tag.tsx'
import { refundStatus } from '../../../../status/statuses.ts'
import type { Transaction } from '../../../../transaction/transaction-record.ts'
import { AccentLink } from '../../../../ui/accent-link.tsx'
import { DateTime } from '../../../../ui/dates.tsx'
import { Section, SectionBody } from '../../../../ui/section.tsx'
import classes from './related-records.module.css'

/** Refunds of a collection, and the blocker of a new one; hidden for other transactions. */
export function TransactionRefunds({ transaction }: { transaction: Transaction | undefined }) {
  const refunds = transaction?.refunds
  if (!refunds) return null
  const { left, hindrance: blocker, made } = refunds
  return (
    <Section title="Refunds" aside={!blocker && `${formatNaira(left)} can be refunded now`}>
      <SectionBody>
        {made.length > 0 && (
          <ul className={classes.list}>
            {made.map(({ id, createdAt, amount, status, reason }) => (
              <li key={id} className={classes.item}>
                <AccentLink to={paths.refunds({ refundId: id })}>
                  <Naira amount={amount} />
                </AccentLink>
                <StatusTag of={status} map={refundStatus} />
                <span className={classes.more}>
                  <DateTime at={createdAt} /> {reason}
                </span>
              </li>
            ))}
          </ul>
        )}
        {blocker ?? (made.length === 0 && 'No refunds yet')}
      </SectionBody>
    </Section>
  )
}
