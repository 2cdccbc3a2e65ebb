import type { freezes } from '@kobo/contract/freezes'
import type { Data } from '@kobo/contract/kit/call'
import type { FreezeScope } from '@kobo/contract/kit/freeze'
import { useId } from 'react'
import { formatNaira } from '../../money/naira.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { SkeletonBar } from '../../ui/skeleton-bar.tsx'
import classes from './freeze-impact.module.css'

export type Impact = Data<typeof freezes.impact>

/** What a record has in progress, and the scope that stops it; without one, nothing does. */
const items: readonly {
  label: string | ((impact: Impact) => string)
  of: (impact: Impact) => number | { count: number; amount: number }
  scope?: FreezeScope
}[] = [
  { label: 'Payments that wait', of: (impact) => impact.waiting, scope: 'MONEY_OUT' },
  { label: 'Scheduled payouts', of: (impact) => impact.scheduled, scope: 'MONEY_OUT' },
  { label: 'Recurring payouts', of: (impact) => impact.recurring, scope: 'MONEY_OUT' },
  {
    label: ({ batches }) => `Items of ${batches === 1 ? '1 batch' : `${formatCount(batches)} batches`}`,
    of: (impact) => impact.batchItems,
    scope: 'MONEY_OUT',
  },
  { label: 'Refunds', of: (impact) => impact.refunds, scope: 'REFUNDS' },
  { label: 'Payment links', of: (impact) => impact.paymentLinks, scope: 'COLLECTIONS' },
  { label: 'Virtual accounts', of: (impact) => impact.virtualAccounts, scope: 'COLLECTIONS' },
  { label: 'Cards', of: (impact) => impact.cards, scope: 'CARDS' },
  { label: 'Collections not settled yet', of: (impact) => impact.unsettled, scope: 'SETTLEMENTS' },
  { label: 'Sent payments', of: (impact) => impact.sent },
  { label: 'Disputes', of: (impact) => impact.disputes },
]

/** What a freeze of these scopes stops, and what goes on. */
export function FreezeImpact({ of: impact, scopes }: { of: Impact; scopes: readonly FreezeScope[] }) {
  const rows = items.flatMap(({ label, of, scope }) => {
    const value = of(impact)
    const text =
      typeof value === 'number' ? formatCount(value) : `${formatCount(value.count)}, ${formatNaira(value.amount)}`
    if ((typeof value === 'number' ? value : value.count) === 0) return []
    const title = typeof label === 'string' ? label : label(impact)
    return [{ title, text, isStopped: scope !== undefined && scopes.includes(scope) }]
  })
  return (
    <div className={classes.impact}>
      <Rows title="Stops" rows={rows.filter(({ isStopped }) => isStopped)} />
      <Rows title="Continues" rows={rows.filter(({ isStopped }) => !isStopped)} />
    </div>
  )
}

function Rows({ title, rows }: { title: string; rows: readonly { title: string; text: string }[] }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.title}>
        {title}
      </h3>
      {rows.length === 0 ? (
        <p className={classes.nothing}>Nothing that is in progress</p>
      ) : (
        <dl className={classes.rows}>
          {rows.map((row) => (
            <div key={row.title} className={classes.row}>
              <dt>{row.title}</dt>
              <dd>{row.text}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

/** Placeholder of the impact. */
export function ImpactSkeleton() {
  return (
    <div className={classes.impact} aria-busy>
      <SkeletonBar width="30%" />
      <SkeletonBar width="100%" />
      <SkeletonBar width="100%" />
      <SkeletonBar width="100%" />
    </div>
  )
}
