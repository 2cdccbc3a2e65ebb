import { downloads, type FileFormat, mostRows } from '@kobo/contract/downloads'
import type { Call } from '@kobo/contract/kit/call'
import { fileColumns } from '@kobo/contract/kit/file-columns'
import { Button, Checkbox, Radio } from '@mantine/core'
import { type SubmitEvent, useId, useState } from 'react'
import { useApiMutation } from '../api/use-api-mutation.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formatCount } from '../ui/format-count.ts'
import classes from './download-dialog.module.css'
import { fileTexts, type NamedList } from './describe-export.ts'
import type { ListState } from './list-state.ts'
import { useTitles } from './use-list-view.ts'

interface DownloadDialogProps {
  list: NamedList & { call: Call }
  shown: {
    answered: { state: Pick<ListState, 'search' | 'filters'>; request: Readonly<Record<string, unknown>> }
    isWaiting: boolean
    total: number | undefined
    isMore: boolean
  }
  place: string
  onClose: () => void
}

/** Requests an export of all matching rows, with its columns and format. */
export function DownloadDialog({ list, shown, place, onClose }: DownloadDialogProps) {
  const formId = useId()
  const total = shown.total ?? 0
  const allColumns = fileColumns(list.call)
  const [leftOut, setLeftOut] = useTitles(`kobo.list.${list.name}.left-out-of-files`)
  const [chosenFormat, setFormat] = useState<FileFormat>('xlsx')
  const format = total > mostRows.xlsx ? 'csv' : chosenFormat
  const columns = allColumns.map(({ path }) => path).filter((path) => !leftOut.includes(path))
  const ordered = useApiMutation(downloads.order)
  const { search, filters } = shown.answered.state

  const order = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const words = fileTexts(list, { search, filters, chosen: {} })
    const request = { place, list: list.name, words, call: list.call.path, query: queryOf(shown.answered.request) }
    ordered.start({ ...request, columns, format }, { onSuccess: onClose })
  }
  const toggle = (path: string) =>
    setLeftOut((now) => (now.includes(path) ? now.filter((other) => other !== path) : [...now, path]))

  return (
    <Dialog
      title="Download all matching"
      onClose={onClose}
      footer={
        <BusyButton
          type="submit"
          form={formId}
          busy={ordered.state === 'sending'}
          busyText="Requesting..."
          disabled={shown.isWaiting || columns.length === 0 || total > mostRows.csv}
        >
          Download
        </BusyButton>
      }
    >
      <form id={formId} noValidate onSubmit={order} className={classes.form}>
        <p className={classes.count}>{matching(total, shown.isMore)}</p>
        <Radio.Group label="Format" value={format} onChange={(value) => setFormat(value === 'csv' ? 'csv' : 'xlsx')}>
          <div className={classes.formats}>
            <Radio value="xlsx" label="Excel" disabled={total > mostRows.xlsx} />
            <Radio value="csv" label="CSV" />
          </div>
        </Radio.Group>
        <fieldset className={classes.columns}>
          <legend>Columns</legend>
          <div className={classes.both}>
            <Button size="compact-xs" variant="subtle" onClick={() => setLeftOut([])}>
              All
            </Button>
            <Button size="compact-xs" variant="subtle" onClick={() => setLeftOut(allColumns.map(({ path }) => path))}>
              None
            </Button>
          </div>
          {allColumns.map(({ path, title }) => (
            <Checkbox
              key={path}
              size="xs"
              label={title}
              checked={columns.includes(path)}
              onChange={() => toggle(path)}
            />
          ))}
        </fieldset>
      </form>
    </Dialog>
  )
}

function matching(total: number, isMore: boolean): string {
  const count = formatCount(total)
  if (total > mostRows.csv)
    return `${count} rows match. A file holds at most ${formatCount(mostRows.csv)}: filter the list first`
  if (total > mostRows.xlsx)
    return `${count} rows match. Excel files hold at most ${formatCount(mostRows.xlsx)}, so this export is a CSV file`
  if (isMore) return `The first ${count} rows. Filter the list to export the rest`
  return total === 1 ? '1 row matches' : `${count} rows match`
}

/** Returns the list's query without its page parameters. */
function queryOf(request: DownloadDialogProps['shown']['answered']['request']): Record<string, string> {
  const params = Object.entries(request).filter(
    ([key, value]) => !['page', 'size'].includes(key) && value !== undefined,
  )
  return Object.fromEntries(params.map(([key, value]) => [key, String(value)]))
}
