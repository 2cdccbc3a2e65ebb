import { workItems } from '@kobo/contract/work-items'
import { Link } from '@tanstack/react-router'
import { useApiQuery } from '../../api/use-api-query.ts'
import { paths } from '../../paths.ts'
import { QueryContent } from '../../record/query-content.tsx'
import { counted } from '../../ui/format-count.ts'
import { SkeletonBar } from '../../ui/skeleton-bar.tsx'
import { kindTexts } from '../../record/work/kind-text.ts'
import { countsPollMs } from '../../record/work/poll.ts'
import classes from './work.module.css'

/** A card for each kind with what is open, own and late; a card filters the list. Names the kinds that could not be counted. */
export function WorkCounts() {
  const counts = useApiQuery(workItems.counts, {}, { pollMs: countsPollMs, background: true })
  return (
    <QueryContent from={counts} skeleton={<SkeletonBar width="100%" height="76px" />}>
      {({ kinds }) => {
        const uncounted = kinds.filter(({ open }) => open === null)
        return (
          <>
            {uncounted.length > 0 && (
              <p role="status" className={classes.uncounted}>
                {uncounted.map(({ kind }) => kindTexts(kind).plural).join(', ')} could not be counted
              </p>
            )}
            <ul className={classes.cards} aria-label="Kinds of work">
              {kinds.map(({ kind, open, mine, overdue, dueSoon, more = [] }) => (
                <li key={kind}>
                  <Link to={paths.myWork({ kind })} className={classes.card} data-empty={open === 0 || undefined}>
                    <span className={classes.label}>{kindTexts(kind).plural}</span>
                    <span className={classes.figure}>
                      {open === null ? '_' : counted(open, more?.includes('open'))}
                    </span>
                    <span className={classes.more}>
                      {open !== null &&
                        [
                          `${mine} mine`,
                          dueSoon ? `${counted(dueSoon, more?.includes('dueSoon'))} due within the hour` : '',
                        ]
                          .filter(Boolean)
                          .join(' · ')}
                      {overdue ? <strong>{counted(overdue, more?.includes('overdue'))} overdue</strong> : null}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )
      }}
    </QueryContent>
  )
}
