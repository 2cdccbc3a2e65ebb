import { VisuallyHidden } from '@mantine/core'
import { IconCheck, IconClock, IconLock, IconQuestionMark, IconX } from '@tabler/icons-react'
import { stepLabel } from './transaction-log-list.tsx'
import classes from './activity-log.module.css'
import type { Look } from './step-tone.ts'
import type { ShownStep } from './activity-times.ts'

/** One step with its state, description and time. */
export function ActivityStep({ step, look }: { step: ShownStep; look: Look }) {
  const { category, description, day, time, createdAt } = step
  const { icon: Icon, className, word } = looks[look]
  return (
    <li className={classes.step}>
      <span className={className}>
        <Icon size={14} stroke={1.75} aria-hidden />
      </span>
      <div className={classes.words}>
        <div className={classes.title}>
          {stepLabel(category)} <VisuallyHidden>{word}</VisuallyHidden>
        </div>
        {description && <div className={classes.description}>{description}</div>}
      </div>
      {time && (
        <time className={classes.time} dateTime={createdAt ?? undefined}>
          {day && <span>{day}</span>}
          {time}
        </time>
      )}
    </li>
  )
}

const looks: Record<Look, { icon: typeof IconCheck; className: string | undefined; word: string }> = {
  done: { icon: IconCheck, className: classes.done, word: 'done' },
  failed: { icon: IconX, className: classes.failed, word: 'failed' },
  waiting: { icon: IconClock, className: classes.waiting, word: 'waiting' },
  held: { icon: IconLock, className: classes.neutral, word: 'held' },
  queried: { icon: IconQuestionMark, className: classes.neutral, word: 'queried' },
}
