import type { TransactionStory } from '@kobo/contract/transaction-explanation'
import { Section, SectionBody } from '../../../ui/section.tsx'
import { AnswerList } from './response-list.tsx'
import { logMoment } from './format-log-time.ts'
import classes from './status-queries.module.css'

/** Time of the next status query and all responses so far; hidden if there are neither. */
export function Questions({ story }: { story: TransactionStory | undefined }) {
  if (!story?.other || (story.answers.length === 0 && !story.next)) return null
  const { other, next, asked, answers } = story
  return (
    <Section
      title={`Status queries to ${other}`}
      aside={asked > answers.length && `latest ${answers.length} of ${asked}`}
    >
      <SectionBody>
        {next && (
          <p className={classes.next}>
            Next query on {logMoment(next.at)}, query {next.number}
          </p>
        )}
        <AnswerList answers={answers} />
      </SectionBody>
    </Section>
  )
}
