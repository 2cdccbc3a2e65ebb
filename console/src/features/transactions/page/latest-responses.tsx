import { transactionStory } from '@kobo/contract/transaction-explanation'
import { useApiQuery } from '../../../api/use-api-query.ts'
import { AnswerList } from './response-list.tsx'
import { logMoment } from './format-log-time.ts'
import classes from './status-queries.module.css'

const shown = 3

/** Latest provider responses, shown in the dialog that marks a payout; hidden if no provider is involved. */
export function LastAnswers({ transactionId }: { transactionId: string }) {
  const { data } = useApiQuery(transactionStory.tell, { transactionId })
  if (!data?.story.other) return null
  const { other, answers, next } = data.story
  return (
    <div className={classes.last}>
      <p className={classes.next}>
        {answers.length > 0 ? `Latest responses from ${other}:` : `No status query to ${other} since it was sent.`}
      </p>
      <AnswerList answers={answers.slice(0, shown)} />
      {next && <p className={classes.next}>Next query on {logMoment(next.at)}</p>}
    </div>
  )
}
