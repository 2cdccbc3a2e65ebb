import type { DisputeMessage } from '@kobo/contract/disputes'
import { Button } from '@mantine/core'
import { type UIEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Thumbnails } from '../../../../documents/thumbnails.tsx'
import { conversationDate } from '../../../../ui/dates.tsx'
import { formatCount } from '../../../../ui/format-count.ts'
import classes from './conversation.module.css'

/** Messages rendered per step: a conversation may have 20,000. */
const stepSize = 100

/** Distance from the end, in pixels, that still counts as scrolled to the end. */
const endTolerancePx = 40

/**
 * Messages in sending order, staff on the right. Keeps the newest in view at the end of the list; further up, the scroll position
 * stays and a button announces new messages.
 */
export function Messages({ of: newestFirst }: { of: readonly DisputeMessage[] }) {
  const { length } = newestFirst
  // Counted from the oldest message, so that it stays valid when new ones are appended.
  const [from, setFrom] = useState(Math.max(0, length - stepSize))
  const { list, unread, onScroll, scrollToEnd, keepScrollPosition } = useStickToEnd(length)
  if (length === 0) return <p className={classes.empty}>No conversation available</p>
  const earlier = Math.min(from, stepSize)
  return (
    <div className={classes.log}>
      {/* A scrolling region must be reachable by keyboard. */}
      <section ref={list} className={classes.messages} aria-label="Messages" tabIndex={0} onScroll={onScroll}>
        {from > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.earlier}
            onClick={() => {
              keepScrollPosition()
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
        <Button size="compact-sm" className={classes.unread} onClick={scrollToEnd}>
          {unread === 1 ? '1 new message' : `${formatCount(unread)} new messages`}
        </Button>
      )}
    </div>
  )
}

/** Keeps the list scrolled to its end, or counts new messages while the operator has scrolled up. */
function useStickToEnd(length: number) {
  const list = useRef<HTMLElement>(null)
  const isAtEnd = useRef(true)
  const heightBefore = useRef<number | null>(null)
  const [seen, setSeen] = useState(length)

  const scrollToEnd = () => {
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
    // Keeps the scroll position when earlier messages are inserted above.
    if (heightBefore.current === null || !list.current) return
    list.current.scrollTop += list.current.scrollHeight - heightBefore.current
    heightBefore.current = null
  })
  return {
    list,
    unread: Math.max(0, length - seen),
    scrollToEnd,
    onScroll({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent) {
      isAtEnd.current = scrollHeight - scrollTop - clientHeight < endTolerancePx
      if (isAtEnd.current && seen !== length) setSeen(length)
    },
    /** Keeps the visible messages in place when the next render inserts others above. */
    keepScrollPosition() {
      heightBefore.current = list.current?.scrollHeight ?? null
    },
  }
}

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
