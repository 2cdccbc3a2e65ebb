import { bulkItemStatuses } from '@kobo/contract/payouts'
import { Progress } from '@mantine/core'
import type { ReactNode } from 'react'
import { useListContext } from '../../../list/list-context.ts'
import { Naira } from '../../../money/naira.tsx'
import { StatusTag } from '../../../status/status-tag.tsx'
import { bulkItem } from '../../../status/statuses.ts'
import { useRecord } from '../../../record/define-record.ts'
import { Section, SectionBody } from '../../../ui/section.tsx'
import { SkeletonBar } from '../../../ui/skeleton-bar.tsx'
import { formatCount } from '../../../ui/format-count.ts'
import { LastDecision } from '../last-decision.tsx'
import { batchItemList } from './batch-item-list.tsx'
import { batchRecord } from './batch-record.ts'
import classes from './batch-progress.module.css'

/** Progress of the valid items, who stopped the batch, and the number and total amount of items per status. */
export function BatchProgress() {
  const { record, state } = useRecord(batchRecord)
  const { batch, totals, amounts, totalAmount, stop } = record ?? {}
  if (state !== 'loading' && !(batch && totals)) return null
  const valid = batch ? batch.totalRecords - batch.totalInvalidRecords : 0
  const finished = (totals?.SUCCESS ?? 0) + (totals?.FAILED ?? 0)
  return (
    <Section title="Progress">
      <SectionBody>
        <div className={classes.progress}>
          <Progress aria-label="Finished items" value={valid > 0 ? (100 * finished) / valid : 0} flex={1} />
          {batch ? (
            <span>
              {formatCount(finished)} of {formatCount(valid)} valid items finished
            </span>
          ) : (
            <SkeletonBar width="180px" />
          )}
        </div>
        <LastDecision verb="Stopped" of={stop} />
        <ul className={classes.figures}>
          <Figure items={batch?.totalRecords} amount={totalAmount} loading={state === 'loading'}>
            All items
          </Figure>
          {bulkItemStatuses.map((status) => (
            <Figure
              key={status}
              status={status}
              items={totals && (totals[status] ?? 0)}
              amount={amounts && (amounts[status] ?? 0)}
              loading={state === 'loading'}
              invalid={status === 'NOT_PROCESSED' ? batch?.totalInvalidRecords : undefined}
            >
              <StatusTag of={status} map={bulkItem} />
            </Figure>
          ))}
        </ul>
      </SectionBody>
    </Section>
  )
}

interface FigureProps {
  /** Without a status, the figure counts all items. */
  status?: string
  items: number | undefined
  amount: number | undefined
  loading: boolean
  /** Number of invalid items among them; NOT_PROCESSED also covers items that are still to be checked. */
  invalid?: number | undefined
  children: ReactNode
}

/** Number and total amount of items in a status; clicking filters the list by that status, or clears the filter. */
function Figure({ status, items, amount, loading, invalid, children }: FigureProps) {
  const { control } = useListContext(batchItemList)
  const isShown = control.filters['status'] === status
  return (
    <li>
      <button
        type="button"
        className={classes.figure}
        aria-pressed={isShown}
        onClick={() => control.change({ filters: status === undefined || isShown ? {} : { status } })}
      >
        <span className={classes.of}>{children}</span>
        <span>
          <strong>{items === undefined ? <SkeletonBar width="24px" /> : formatCount(items)}</strong>
          {invalid && items ? <span className={classes.part}>{invalidText(invalid, items)}</span> : null}
        </span>
        {amount !== undefined && <Naira amount={amount} />}
        {amount === undefined && loading && (
          <span>
            <SkeletonBar width="96px" />
          </span>
        )}
      </button>
    </li>
  )
}

function invalidText(invalid: number, items: number): string {
  return invalid >= items ? 'all invalid' : `${formatCount(invalid)} invalid`
}
