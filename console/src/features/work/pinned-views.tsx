import { type PinnedView, views } from '@kobo/contract/views'
import { Link } from '@tanstack/react-router'
import { useIsSupported } from '../../api/config.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { PinnedCount } from '../../list/views/pinned-count.tsx'
import { QueryContent } from '../../record/query-content.tsx'
import { SkeletonBar } from '../../ui/skeleton-bar.tsx'
import classes from './work.module.css'

/** Polling interval of the counts in milliseconds, which is how old they may be. */
const everyMs = 30_000

/** Views that the operator pinned in any list, with the number of rows now. */
export function PinnedViews() {
  const isSupported = useIsSupported(views.counts)
  const counts = useApiQuery(views.counts, isSupported ? {} : null, { pollMs: everyMs, background: true })
  if (!isSupported) return null
  return (
    <div className={classes.pinned}>
      <QueryContent from={counts} skeleton={<SkeletonBar width="100%" height="34px" />}>
        {({ views: pinned }) =>
          pinned.length === 0 ? (
            <p className={classes.hint}>Pin a view in the Views menu of a list to see its count here.</p>
          ) : (
            <ul aria-label="Pinned views">
              {pinned.map((view) => (
                <li key={view.id}>
                  <Link to={addressOf(view)} className={classes.pin}>
                    <span>{view.name}</span>
                    <PinnedCount of={view} />
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </QueryContent>
    </div>
  )
}

function addressOf({ address, id }: PinnedView): string {
  return `${address}${address.includes('?') ? '&' : '?'}view=${id}`
}
