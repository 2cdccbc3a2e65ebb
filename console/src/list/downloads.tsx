import { type Download, downloads } from '@kobo/contract/downloads'
import { Button, CloseButton, Progress } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useApiMutation } from '../api/use-api-mutation.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { usePollInterval } from '../api/use-poll-interval.ts'
import { formatCount } from '../ui/format-count.ts'
import { fileUrl, savingLink } from '../ui/download-link.ts'
import classes from './downloads.module.css'

/** Exports requested at this place, with their progress and the buttons to cancel, save or remove them. */
export function Downloads({ place }: { place: string }) {
  const { all } = useDownloads(place)
  return all.map((download) => <OneDownload key={download.id} download={download} />)
}

function OneDownload({ download }: { download: Download }) {
  const cancelled = useApiMutation(downloads.cancel, { about: download.id })
  const cancel = () => cancelled.start({ downloadId: download.id })
  const busy = cancelled.state === 'sending'
  if (download.status === 'MAKING') return <Making download={download} busy={busy} onCancel={cancel} />
  const url = download.url ? fileUrl(download.url) : null
  return (
    <div className={classes.progress}>
      {url === null ? (
        <span role="alert" className={classes.said}>
          {download.name}{' '}
          {download.status === 'READY'
            ? 'contains data that your role may no longer see'
            : 'could not be generated. Please request it again'}
        </span>
      ) : (
        <>
          <Button component="a" size="xs" href={url} leftSection={<IconDownload size={15} />} {...savingLink}>
            Download {download.name}
          </Button>
          <span role="status" className={classes.said}>
            {download.isMore
              ? `The first ${formatCount(download.rows)} rows. Filter the list to export the rest.`
              : rowsText(download.rows)}
          </span>
        </>
      )}
      <CloseButton aria-label={`Remove ${download.name}`} disabled={busy} onClick={cancel} />
    </div>
  )
}

function rowsText(rows: number): string {
  return rows === 1 ? '1 row' : `${formatCount(rows)} rows`
}

function Making({ download, busy, onCancel }: { download: Download; busy: boolean; onCancel: () => void }) {
  const { rows, totalRecords: total } = download
  return (
    <div className={classes.progress}>
      <span role="status">
        Writing {formatCount(rows)} of {rowsText(total)}
      </span>
      <Progress aria-label="Rows written" value={total > 0 ? (100 * rows) / total : 0} size="sm" flex={1} />
      <Button size="xs" variant="default" disabled={busy} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}

/** Refresh interval of finished exports, whose URLs expire after 15 minutes. */
const renewMs = 300_000

/** Polls the operator's exports at a place. Servers without exports return 404. */
export function useDownloads(place: string) {
  const [making, setMaking] = useState(false)
  const [isThere, setThere] = useState(false)
  const quickMs = usePollInterval(making)
  const query = useApiQuery(downloads.mine, { place }, { pollMs: quickMs ?? (isThere ? renewMs : undefined) })
  const all = query.data?.downloads ?? []
  const stillMaking = all.some(({ status }) => status === 'MAKING')
  const nowThere = all.some(({ status }) => status === 'READY')
  if (stillMaking !== making) setMaking(stillMaking)
  if (nowThere !== isThere) setThere(nowThere)
  return { all, isOffered: query.isSuccess || (query.isError && query.error.status !== 404) }
}
