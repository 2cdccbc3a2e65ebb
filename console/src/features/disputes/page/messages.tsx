import type { DisputeMessage } from '@kobo/contract/disputes'
import { useEffect, useRef } from 'react'
import { Thumbnails } from '../../../documents/thumbnails.tsx'
import { conversationDate } from '../../../ui/dates.tsx'
import classes from './conversation.module.css'

/** Messages in the order in which they were sent, the newest in sight; those of staff stand on the right. */
export function Messages({ of: newestFirst }: { of: readonly DisputeMessage[] }) {
  const list = useRef<HTMLDivElement>(null)
  const newest = newestFirst[0]?.id
  useEffect(() => {
    if (newest !== undefined && list.current) list.current.scrollTop = list.current.scrollHeight
  }, [newest])
  if (newestFirst.length === 0) return <p className={classes.empty}>No conversation available</p>
  return (
    // It scrolls, and so it must be reached by the keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes the arrow keys.
    <section ref={list} className={classes.messages} aria-label="Messages" tabIndex={0}>
      {newestFirst.toReversed().map((message) => (
        <Message key={message.id} of={message} />
      ))}
    </section>
  )
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
