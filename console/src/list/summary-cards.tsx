import { SkeletonBar } from '../ui/skeleton-bar.tsx'
import type { Card } from './define-list.ts'
import classes from './summary-cards.module.css'
import { formatCount } from '../ui/format-count.ts'

interface SummaryCardsProps<Reply> {
  cards: readonly Card<Reply>[]
  /** Undefined while loading or after a failure. */
  reply: Reply | undefined
  state: 'loading' | 'failed' | 'ready'
}

/** Figures above a list. */
export function SummaryCards<Reply>({ cards, reply, state }: SummaryCardsProps<Reply>) {
  return (
    <dl className={classes.cards}>
      {cards.map((card) => (
        <div key={card.label} className={classes.card}>
          <dt className={classes.label}>{card.label}</dt>
          <dd className={classes.figure}>
            {reply !== undefined && <Figure card={card} reply={reply} />}
            {reply === undefined &&
              (state === 'loading' ? <SkeletonBar width={card.of ? '108px' : '72px'} height="16px" /> : '_')}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Figure<Reply>({ card, reply }: { card: Card<Reply>; reply: Reply }) {
  const value = card.value(reply) ?? '_'
  const total = card.of?.(reply)
  return (
    <>
      {typeof value === 'number' ? formatCount(value) : value}
      {typeof value === 'number' && total ? (
        <span className={classes.share}>{((100 * value) / total).toFixed(1)}%</span>
      ) : null}
      {card.note && <span className={classes.share}>{card.note}</span>}
    </>
  )
}
