import type { DisputeMessage } from '@kobo/contract/disputes'
import { Button } from '@mantine/core'
import { type UIEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Thumbnails } from '../../../documents/thumbnails.tsx'
import { conversationDate } from '../../../ui/dates.tsx'
import { formatCount } from '../../../ui/format-count.ts'
import classes from './conversation.module.css'

/** How many messages come into the page at once: a conversation may have twenty thousand. */
const atOnce = 100

/** How far from its end a conversation still counts as read to the end, in pixels. */
const nearPx = 40

/**
 * Messages in the order in which they were sent, those of staff on the right. The newest is in sight for whoever reads at the end;
 * whoever reads older ones stays there, and is told of new ones.
 */
export function Messages({ of: newestFirst }: { of: readonly DisputeMessage[] }) {
  const { length } = newestFirst
  // Messages are only ever added at the end: their place from the beginning stays.
  const [from, setFrom] = useState(Math.max(0, length - atOnce))
  const { list, unread, onScroll, toEnd, keepPlace } = useEndInSight(length)
  if (length === 0) return <p className={classes.empty}>No conversation available</p>
  const earlier = Math.min(from, atOnce)
  return (
    <div className={classes.log}>
      {/* It scrolls, and so it must be reached by the keyboard. */}
      <section ref={list} className={classes.messages} aria-label="Messages" tabIndex={0} onScroll={onScroll}>
        {from > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.earlier}
            onClick={() => {
              keepPlace()
              setFrom(from - earlier)
            }}
          >
            Show {formatCount(earlier)} of {formatCount(from)} earlier messages
          </Button>
        )}
        <div role="log" aria-label="Messages" className={classes.said}>
          {newestFirst
            .slice(0, length - from)
            .toReversed()
            .map((message, place) => (
              // Another server's messages may have no id.
              <Message key={message.id ?? from + place} of={message} />
            ))}
        </div>
      </section>
      {unread > 0 && (
        <Button size="compact-sm" className={classes.unread} onClick={toEnd}>
          {unread === 1 ? '1 new message' : `${formatCount(unread)} new messages`}
        </Button>
      )}
    </div>
  )
}

/** Keeps the end in sight for whoever is there, and counts for the others what has come since. */
function useEndInSight(length: number) {
  const list = useRef<HTMLElement>(null)
  const isAtEnd = useRef(true)
  const heightBefore = useRef<number | null>(null)
  const [seen, setSeen] = useState(length)

  const toEnd = () => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight
    isAtEnd.current = true
    setSeen(length)
  }
  useEffect(() => {
    if (!isAtEnd.current || !list.current) return
    list.current.scrollTop = list.current.scrollHeight
    setSeen(length)
  }, [length])
  useLayoutEffect(() => {
    // What came in above pushes nothing down.
    if (heightBefore.current === null || !list.current) return
    list.current.scrollTop += list.current.scrollHeight - heightBefore.current
    heightBefore.current = null
  })
  return {
    list,
    unread: Math.max(0, length - seen),
    toEnd,
    onScroll({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent) {
      isAtEnd.current = scrollHeight - scrollTop - clientHeight < nearPx
      if (isAtEnd.current && seen !== length) setSeen(length)
    },
    /** Once the next rendering has put something above, what is in sight is where it was. */
    keepPlace() {
      heightBefore.current = list.current?.scrollHeight ?? null
    },
  }
}

/** Who said what, when, with which pictures. */
function Message({ of: { subject, message, createdAt, attachments, user } }: { of: DisputeMessage }) {
  const isStaff = user?.role === 'ADMIN'
  return (
    <article className={classes.message} data-side={isStaff ? 'end' : 'start'}>
      <header className={classes.from}>
        <span>{user?.name ?? (isStaff ? 'Staff' : 'Merchant')}</span>
        <time dateTime={createdAt}>{conversationDate(createdAt)}</time>
      </header>
      {subject && <h3 className={classes.subject}>{subject}</h3>}
      <p className={classes.text}>{message}</p>
      {attachments && attachments.length > 0 && <Thumbnails addresses={attachments} />}
    </article>
  )
}
