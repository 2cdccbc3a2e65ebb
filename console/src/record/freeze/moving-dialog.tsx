import { freezes } from '@kobo/contract/freezes'
import type { Data } from '@kobo/contract/kit/call'
import { useState } from 'react'
import { useApiQuery } from '../../api/use-api-query.ts'
import { usePollInterval } from '../../api/use-poll-interval.ts'
import { Naira } from '../../money/naira.tsx'
import { paths } from '../../paths.ts'
import { AccentLink } from '../../ui/accent-link.tsx'
import { DateTime } from '../../ui/dates.tsx'
import { WideDialog } from '../../ui/dialog.tsx'
import { orEmpty, sentenceCase } from '../../ui/format-text.ts'
import { SkeletonBar } from '../../ui/skeleton-bar.tsx'
import { DialogPages } from '../dialog-pages.tsx'
import { QueryContent } from '../query-content.tsx'
import { type Freezable, idsOf } from './freezable.ts'
import classes from './moving-dialog.module.css'
import { paymentsOf } from './payments-of.ts'

const size = 20

type Reply = Data<typeof freezes.moving>

/** Sent payments of a frozen record until each is final, refreshed while open. */
export function MovingDialog({ of: record, onClose }: { of: Freezable; onClose: () => void }) {
  const [page, setPage] = useState(1)
  const pollMs = usePollInterval(true)
  const query = useApiQuery(freezes.moving, { ...idsOf(record), page, size }, { pollMs, keepPrevious: true })
  const lastPage = Math.max(1, Math.ceil((query.data?.totalRecords ?? 0) / size))
  // Payments leave the list while it is open.
  if (query.data && !query.isPlaceholderData && page > lastPage) setPage(lastPage)
  return (
    <WideDialog title={`What still moves: ${record.name}`} onClose={onClose}>
      <QueryContent from={query} skeleton={<Skeleton />}>
        {(reply) => (
          <>
            <Sums of={reply} />
            {reply.totalRecords === 0 ? (
              <p className={classes.empty} role="status">
                Nothing moves any more
              </p>
            ) : (
              <Payments of={reply} />
            )}
            <DialogPages
              {...{ page, size }}
              rows={reply.payments.length}
              total={reply.totalRecords}
              isLoading={query.isPlaceholderData}
              onPage={setPage}
            />
          </>
        )}
      </QueryContent>
    </WideDialog>
  )
}

function Sums({ of: { totalRecords, amount, waiting } }: { of: Reply }) {
  return (
    <p className={classes.sums}>
      {totalRecords > 0 && (
        <>
          <strong>{paymentsOf({ count: totalRecords, amount })}</strong> sent, with an open outcome.{' '}
        </>
      )}
      {waiting.count > 0 && (
        <>
          <strong>{paymentsOf(waiting)}</strong> {waiting.count === 1 ? 'waits' : 'wait'} for the end of the freeze.
        </>
      )}
    </p>
  )
}

function Payments({ of: { payments } }: { of: Reply }) {
  return (
    <div className={classes.frame}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Reference</th>
            <th scope="col">Category</th>
            <th scope="col">Beneficiary</th>
            <th scope="col" className={classes.amount}>
              Amount
            </th>
            <th scope="col">Sent</th>
          </tr>
        </thead>
        <tbody>
          {payments.map(({ id, reference, category, beneficiary, amount, sentAt, createdAt }) => (
            <tr key={id}>
              <td>
                <AccentLink to={paths.transaction(id)}>{reference ?? id}</AccentLink>
              </td>
              <td>{sentenceCase(category)}</td>
              <td>{orEmpty(beneficiary)}</td>
              <td className={classes.amount}>
                <Naira amount={amount} />
              </td>
              <td>
                <DateTime at={sentAt ?? createdAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Skeleton() {
  return (
    <div className={classes.waiting} aria-busy>
      <SkeletonBar width="60%" />
      <SkeletonBar width="100%" />
      <SkeletonBar width="100%" />
      <SkeletonBar width="100%" />
    </div>
  )
}
