import { workItems } from '@kobo/contract/work-items'
import { useConfig } from '../../api/config.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { useMay } from '../../api/use-may.ts'
import { countsPollMs } from '../../record/work/poll.ts'
import { counted } from '../../ui/format-count.ts'
import classes from './work-badge.module.css'

/** Number of work items that the operator has or may claim, beside the link to them. */
export function WorkBadge({ folded }: { folded: boolean }) {
  const may = useMay()
  const isOffered = useConfig()?.additions === true && may(workItems.counts)
  const { data } = useApiQuery(workItems.counts, isOffered ? {} : null, { pollMs: countsPollMs, background: true })
  if (!data || data.waiting === 0) return null
  return (
    <span
      className={classes.badge}
      data-folded={folded || undefined}
      title={`${counted(data.waiting, data.isMore)} waiting`}
    >
      {data.waiting > 999 ? '999+' : data.waiting}
    </span>
  )
}
