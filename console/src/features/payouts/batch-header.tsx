import type { BulkBatch } from '@kobo/contract/payouts'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { panelDate, panelTime } from '../../parts/dates.tsx'
import { StatusTag } from '../../parts/status-tag.tsx'
import { bulkBatch } from '../../parts/statuses.ts'
import { paths } from '../../paths.ts'
import { Bar } from '../../ui/bar.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import classes from './batch-page.module.css'
import headerClasses from './transaction-header.module.css'

interface BatchHeaderProps {
  batchReference: string
  batch: BulkBatch | undefined
  loading: boolean
}

/** Which batch it is, whose, and where it stands. */
export function BatchHeader({ batchReference, batch, loading }: BatchHeaderProps) {
  return (
    <header>
      <nav aria-label="Breadcrumb" className={headerClasses.crumbs}>
        <Link to={paths.payout()}>Payout</Link>
        <IconChevronRight size={14} aria-hidden />
        <Link to={paths.payout({ status: 'bulk' })}>Bulk payouts</Link>
        <IconChevronRight size={14} aria-hidden />
        <span aria-current="page">{batchReference}</span>
      </nav>
      <div className={classes.identity}>
        <h1 className={classes.reference}>{batchReference}</h1>
        <CopyButton value={batchReference} label="Copy batch reference" toast="Batch reference copied successfully" />
        {batch && <StatusTag of={batch.status} map={bulkBatch} />}
      </div>
      <div className={headerClasses.line}>
        {batch ? (
          <>
            <Business batch={batch} />
            <span>
              {panelDate(batch.createdAt)} {panelTime(batch.createdAt)}
            </span>
          </>
        ) : (
          loading && <Bar width="240px" />
        )}
      </div>
    </header>
  )
}

function Business({ batch: { merchant } }: { batch: BulkBatch }) {
  if (!merchant.id) return <span>{merchant.businessName}</span>
  return <Link to={paths.merchant(merchant.id)}>{merchant.businessName}</Link>
}
