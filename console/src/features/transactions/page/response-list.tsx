import type { TransactionStory } from '@kobo/contract/transaction-explanation'
import { logMoment } from './format-log-time.ts'
import classes from './status-queries.module.css'
import { ResponseCode } from './response-code.tsx'

/** Provider responses with their times. */
export function AnswerList({ answers }: { answers: TransactionStory['answers'] }) {
  if (answers.length === 0) return null
  return (
    <ul className={classes.answers}>
      {answers.map((answer) => (
        <li key={answer.id} className={classes.answer}>
          <time dateTime={answer.at}>{logMoment(answer.at)}</time>
          <span>{answer.responseCode ? <ResponseCode of={answer} /> : 'No response'}</span>
        </li>
      ))}
    </ul>
  )
}
