import type { PinnedView } from '@kobo/contract/views'
import { VisuallyHidden } from '@mantine/core'
import { counted } from '../../ui/format-count.ts'
import classes from './views.module.css'

const problems: Record<string, string> = {
  SLOW: 'Too many rows to count quickly. Open the view to see them',
  FILTERS: 'The list no longer accepts a filter of this view. Open it to see which',
  FAILED: 'Could not be counted',
}

/** Number of rows of a pinned view; … if they could not be counted, with the reason. */
export function PinnedCount({ of }: { of: PinnedView | undefined }) {
  if (!of) return null
  if (of.total === null) {
    const reason = problems[of.problem ?? 'FAILED']
    return (
      <span className={classes.count} title={reason}>
        <span aria-hidden>…</span>
        <VisuallyHidden>{reason}</VisuallyHidden>
      </span>
    )
  }
  return <span className={classes.count}>{counted(of.total, of.isMore)}</span>
}
