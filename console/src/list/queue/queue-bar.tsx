import { Button, VisuallyHidden } from '@mantine/core'
import { use, useEffect, useRef, useState } from 'react'
import { formatCount } from '../../ui/format-count.ts'
import { keyHint } from '../../ui/key-hint.tsx'
import { useKeysIn } from '../../ui/use-keys-in.ts'
import classes from './queue-bar.module.css'
import { QueueContext, type QueueControl } from './use-queue.ts'

/** Rows left in the queue, with steps to those around the record; absent outside of a queue. */
export function QueueBar() {
  const queue = use(QueueContext)
  return queue && <Bar of={queue} />
}

function Bar({ of: queue }: { of: QueueControl }) {
  const { state, left, previous, next, retry, leave } = queue
  const bar = useRef<HTMLElement>(null)
  const lastButton = useRef<HTMLButtonElement>(null)
  useKeysIn(bar, { n: next, j: next, k: previous })
  const needsFocus = state === 'failed' || state === 'done'
  useEffect(() => {
    if (needsFocus) lastButton.current?.focus()
  }, [needsFocus])
  return (
    // In a panel it has the focus first, so that Enter after a decision presses no button.
    <section ref={bar} className={classes.bar} aria-label="Queue" tabIndex={-1} data-autofocus>
      <span className={classes.left}>
        {state === 'failed' && <span role="alert">The queue could not be loaded</span>}
        {state === 'done' && 'All done'}
        {state !== 'failed' && state !== 'done' && left !== undefined && `${formatCount(left)} left`}
      </span>
      <Announcement of={queue} />
      {state === 'failed' && (
        <Button ref={lastButton} size="xs" onClick={retry}>
          Retry
        </Button>
      )}
      {state !== 'failed' && state !== 'done' && (
        <>
          <Button size="xs" variant="default" disabled={!previous} onClick={previous} {...keyHint('K')}>
            Previous
          </Button>
          <Button size="xs" variant="default" disabled={!next} onClick={next} {...keyHint('N')}>
            Next
          </Button>
        </>
      )}
      <Button
        ref={state === 'done' ? lastButton : null}
        size="xs"
        variant={state === 'done' ? 'filled' : 'subtle'}
        onClick={leave}
      >
        {state === 'done' ? 'Back to the list' : 'Leave queue'}
      </Button>
    </section>
  )
}

/** Announces what became of the previous record, and the next one. */
function Announcement({ of: { state, outcome, name, left } }: { of: QueueControl }) {
  const [text, setText] = useState('')
  const next = state === 'done' ? 'All done' : `Next: ${name}, ${formatCount(left ?? 0)} left`
  const isKnown = state === 'done' || (state === 'ready' && name !== '')
  // Screen readers announce a change of the text, not its first one.
  const whole = outcome === undefined || !isKnown ? '' : [outcome, next].filter(Boolean).join('. ')
  useEffect(() => {
    const timer = setTimeout(() => setText(whole), settleMs)
    return () => clearTimeout(timer)
  }, [whole])
  return <VisuallyHidden role="status">{text}</VisuallyHidden>
}

/** Delay in milliseconds, after which the focus has moved and its own announcement is not interrupted. */
const settleMs = 100
