import type { TransactionExplanation } from '@kobo/contract/transaction-explanation'
import type { ReactNode } from 'react'
import { Naira } from '../../../money/naira.tsx'
import { paths } from '../../../paths.ts'
import { AccentLink } from '../../../ui/accent-link.tsx'
import { sentenceCase } from '../../../ui/format-text.ts'
import { SkeletonBar } from '../../../ui/skeleton-bar.tsx'
import { Section, SectionBody } from '../../../ui/section.tsx'
import classes from './ledger-lines.module.css'
import { logMoment } from './provider-log/status-queries.tsx'

/** Holds and ledger transfers of a transaction, line by line; hidden if there are none. */
export function LedgerLines({ story, loading }: { story: TransactionExplanation | undefined; loading: boolean }) {
  if (loading) return <Waiting />
  if (!story || (story.holds.length === 0 && story.transfers.length === 0)) return null
  return (
    <Section title="Ledger">
      <SectionBody>
        {story.holds.map((hold) => (
          <Group key={hold.id} title="Hold" at={hold.createdAt}>
            <tr>
              <Account id={hold.accountId} name={hold.name} />
              <td>{holdText(hold)}</td>
              <td className={classes.amount}>
                <Naira amount={hold.amount} />
              </td>
            </tr>
          </Group>
        ))}
        {story.transfers.map(({ id, createdAt, kind, lines }) => (
          <Group key={id} title={sentenceCase(kind)} at={createdAt}>
            {lines.map(({ accountId, name, direction, amount }, place) => (
              <tr key={place}>
                <Account id={accountId} name={name} />
                <td>{sentenceCase(direction)}</td>
                <td className={classes.amount}>
                  <Naira amount={amount} />
                </td>
              </tr>
            ))}
          </Group>
        ))}
      </SectionBody>
    </Section>
  )
}

/** Skeleton, as high as the lines of a typical payment. */
function Waiting() {
  return (
    <Section title="Ledger">
      <div className={classes.waiting}>
        <SectionBody>
          <SkeletonBar width="60%" />
        </SectionBody>
      </div>
    </Section>
  )
}

function Group({ title, at, children }: { title: string; at: string; children: ReactNode }) {
  return (
    <table className={classes.lines}>
      <caption className={classes.caption}>
        {title} <time dateTime={at}>{logMoment(at)}</time>
      </caption>
      <tbody>{children}</tbody>
    </table>
  )
}

function Account({ id, name }: { id: string; name: string | null | undefined }) {
  return (
    <td>
      <AccentLink to={paths.ledgerAccount(id)}>{name ?? id}</AccentLink>
    </td>
  )
}

function holdText({ status, endedAt }: TransactionExplanation['holds'][number]): string {
  if (status === 'HELD') return 'Held'
  const endText = status === 'POSTED' ? 'Posted' : 'Released'
  return endedAt ? `${endText} ${logMoment(endedAt)}` : endText
}
