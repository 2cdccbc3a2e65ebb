import { Naira } from '../../../../money/naira.tsx'
import { paths } from '../../../../paths.ts'
import { StatusTag } from '../../../../status/status-tag.tsx'
import { disputeStatus } from '../../../../status/statuses.ts'
import { disputeBlocker } from '../../../../transaction/dispute-eligibility.ts'
import type { Transaction } from '../../../../transaction/transaction-record.ts'
import { AccentLink } from '../../../../ui/accent-link.tsx'
import { DateTime } from '../../../../ui/dates.tsx'
import { sentenceCase } from '../../../../ui/format-text.ts'
import { Section, SectionBody } from '../../../../ui/section.tsx'
import classes from './related-records.module.css'

/** Disputes of a transaction, and the blocker of a new one; hidden if there never was any. */
export function TransactionDisputes({ transaction }: { transaction: Transaction | undefined }) {
  const disputes = transaction?.disputes
  if (!transaction || !disputes || disputes.length === 0) return null
  return (
    <Section title="Disputes">
      <SectionBody>
        <ul className={classes.list}>
          {disputes.map(({ id, createdAt, amount, status, category }) => (
            <li key={id} className={classes.item}>
              <AccentLink to={paths.dispute(id)}>
                <Naira amount={amount} />
              </AccentLink>
              <StatusTag of={status} map={disputeStatus} />
              <span className={classes.more}>
                <DateTime at={createdAt} /> {sentenceCase(category)}
              </span>
            </li>
          ))}
        </ul>
        {disputeBlocker(transaction)}
      </SectionBody>
    </Section>
  )
}
