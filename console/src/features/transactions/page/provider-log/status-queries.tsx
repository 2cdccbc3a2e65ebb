import { type TransactionExplanation, transactionExplanation } from '@kobo/contract/transaction-explanation'
import { useApiQuery } from '../../../../api/use-api-query.ts'
import { QueryContent } from '../../../../record/query-content.tsx'
import { formatDay, panelTime } from '../../../../ui/dates.tsx'
import { Section, SectionBody } from '../../../../ui/section.tsx'
import { SkeletonBar } from '../../../../ui/skeleton-bar.tsx'
import { ResponseCode } from './response-code.tsx'
import classes from './status-queries.module.css'

/** Time of the next status query and all responses so far; hidden if there are neither. */
export function StatusQueries({ story }: { story: TransactionExplanation | undefined }) {
  if (!story?.other || (story.answers.length === 0 && !story.next)) return null
  const { other, next, asked: queryCount, answers: responses } = story
  return (
    <Section
      title={`Status queries to ${other}`}
      aside={queryCount > responses.length && `latest ${responses.length} of ${queryCount}`}
    >
      <SectionBody>
        {next && (
          <p className={classes.next}>
            Next query on {logMoment(next.at)}, query {next.number}
          </p>
        )}
        <ResponseList responses={responses} />
      </SectionBody>
    </Section>
  )
}

/** Formats `20-11-2026 14:33:11`, with seconds because several log entries share a minute. */
export function logMoment(at: string): string {
  return `${formatDay(at)} ${panelTime(at)}`
}

/** Provider responses with their times. */
function ResponseList({ responses }: { responses: TransactionExplanation['answers'] }) {
  if (responses.length === 0) return null
  return (
    <ul className={classes.answers}>
      {responses.map((response) => (
        <li key={response.id} className={classes.answer}>
          <time dateTime={response.at}>{logMoment(response.at)}</time>
          <span>{response.responseCode ? <ResponseCode of={response} /> : 'No response'}</span>
        </li>
      ))}
    </ul>
  )
}

const shown = 3

/** Latest provider responses, shown in the dialog that marks a payout; hidden if no provider is involved, or the server lacks the call. */
export function LatestResponses({ transactionId }: { transactionId: string }) {
  const explanation = useApiQuery(transactionExplanation.tell, { transactionId })
  if (explanation.error?.status === 404) return null
  return (
    <QueryContent from={explanation} skeleton={<SkeletonBar width="70%" />}>
      {({ story: { other, answers: responses, next } }) =>
        other && (
          <div className={classes.last}>
            <p className={classes.next}>
              {responses.length > 0
                ? `Latest responses from ${other}:`
                : `No status query to ${other} since it was sent.`}
            </p>
            <ResponseList responses={responses.slice(0, shown)} />
            {next && <p className={classes.next}>Next query on {logMoment(next.at)}</p>}
          </div>
        )
      }
    </QueryContent>
  )
}
