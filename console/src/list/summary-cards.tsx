import type { ComponentPropsWithoutRef } from 'react'
import { SkeletonBar } from '../ui/skeleton-bar.tsx'
import type { Card } from './define-list.ts'
import type { FilterValues } from './filter.ts'
import classes from './summary-cards.module.css'
import { formatCount } from '../ui/format-count.ts'

interface SummaryCardsProps<Reply> {
  cards: readonly Card<Reply>[]
  /** Undefined while loading or after a failure. */
  reply: Reply | undefined
  state: 'loading' | 'failed' | 'ready'
  /** Returns the link to the rows that a card counts. */
  link?: (filters: FilterValues) => FigureLink | false
}

type FigureLink = Pick<ComponentPropsWithoutRef<'a'>, 'href' | 'onClick'>

/** Figures above a list. */
export function SummaryCards<Reply>({ cards, reply, state, link }: SummaryCardsProps<Reply>) {
  return (
    <dl className={classes.cards}>
      {cards.map((card) => (
        <div key={card.label} className={classes.card}>
          <dt className={classes.label}>{card.label}</dt>
          <dd className={classes.figure}>
            {reply !== undefined && <Figure card={card} reply={reply} link={card.filters && link?.(card.filters)} />}
            {reply === undefined &&
              (state === 'loading' ? <SkeletonBar width={card.of ? '108px' : '72px'} height="16px" /> : '_')}
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface FigureProps<Reply> {
  card: Card<Reply>
  reply: Reply
  link: FigureLink | false | undefined
}

function Figure<Reply>({ card, reply, link }: FigureProps<Reply>) {
  const value = card.value(reply) ?? '_'
  const text = typeof value === 'number' ? formatCount(value) : value
  const total = card.of?.(reply)
  return (
    <>
      {link ? (
        <a {...link} className={classes.link} aria-label={`${card.label}: ${text}`}>
          {text}
        </a>
      ) : (
        text
      )}
      {typeof value === 'number' && total ? (
        <span className={classes.share}>{((100 * value) / total).toFixed(1)}%</span>
      ) : null}
      {card.note && <span className={classes.share}>{card.note}</span>}
    </>
  )
}
