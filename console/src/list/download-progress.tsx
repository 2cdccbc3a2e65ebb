import { Button, Progress } from '@mantine/core'
import classes from './download-progress.module.css'
import type { RunningDownload } from './use-download-all.ts'
import { grouped } from '../ui/grouped.ts'

/** How far a download of all rows has come, and the way to stop it. */
export function DownloadProgress({ download, onCancel }: { download: RunningDownload; onCancel: () => void }) {
  const { rows, total } = download
  const of = total === undefined ? '' : ` of ${grouped(total)}`
  return (
    <div className={classes.progress}>
      <span role="status">
        Downloading {grouped(rows)}
        {of} rows
      </span>
      <Progress aria-label="Downloaded" value={total ? (100 * rows) / total : 0} size="sm" flex={1} />
      <Button size="xs" variant="default" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
