import { VisuallyHidden } from '@mantine/core'
import type { Activity } from '@kobo/contract/transaction-records'
import { IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { stepLabel } from '../../../transaction/payout-steps.ts'
import classes from './activity-log.module.css'
import type { ShownStep } from './activity-times.ts'

/** One step: whether it is done, what it was, when. */
export function ActivityStep({ category, completed, description, day, time, createdAt }: ShownStep) {
  const { icon: Icon, className, word } = looks[lookOf({ category, completed })]
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

const looks = {
  done: { icon: IconCheck, className: classes.done, word: 'done' },
  failed: { icon: IconX, className: classes.failed, word: 'failed' },
  waiting: { icon: IconClock, className: classes.waiting, word: 'waiting' },
}

function lookOf({ category, completed }: Pick<Activity, 'category' | 'completed'>): keyof typeof looks {
  if (!completed) return 'waiting'
  return category === 'FUND_FAILED' ? 'failed' : 'done'
}
