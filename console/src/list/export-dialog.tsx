import { Button } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { type SubmitEvent, useEffect, useEffectEvent, useId, useState } from 'react'
// Preloaded with its fields, so that the dialog opens complete.
import '../ui/date-input.tsx'
import './filter-controls.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { hasUnread, keepFocus } from '../ui/field-errors.ts'
import type { ExportableRow, Filter, FilterValues } from './filter.ts'
import classes from './export-dialog.module.css'
import { formatCount } from '../ui/format-count.ts'

/** Duration of an export. */
const exportDelayMs = 2_000

interface ExportDialogProps {
  fields: readonly Filter[]
  /** Rows of the current page. Exports fetch no others. */
  rows: readonly ExportableRow[]
  /** Newer rows are loading, and the export waits for them. */
  isWaiting: boolean
  onExport: (matches: (row: ExportableRow) => boolean, chosen: FilterValues) => void
  onClose: () => void
}

/** Exports the rows of the current page that match the form. Mounted only while open. */
export function ExportDialog({ fields, rows, isWaiting, onExport, onClose }: ExportDialogProps) {
  const [chosen, setChosen] = useState<FilterValues>({})
  const [state, setState] = useState<'choosing' | 'exporting' | 'due'>('choosing')
  const formId = useId()
  const matches = (row: ExportableRow) => fields.every((field) => field.matches(row, chosen))
  const matching = rows.filter(matches).length

  const finish = useEffectEvent(() => {
    onExport(matches, chosen)
    onClose()
  })
  const isDue = state === 'due' && !isWaiting
  useEffect(() => {
    if (isDue) finish()
  }, [isDue])
  const { start } = useTimeout(() => setState('due'), exportDelayMs)
  const begin = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (hasUnread(event.currentTarget)) return
    setState('exporting')
    start()
  }

  return (
    <Dialog
      title="Export Data"
      onClose={onClose}
      footer={
        <Button type="submit" form={formId} onMouseDown={keepFocus} disabled={state !== 'choosing'}>
          {state === 'choosing' ? 'Export CSV' : 'Exporting...'}
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={begin} style={{ display: 'contents' }}>
        {fields.map(({ label, Field }) => (
          <Field key={label} values={chosen} onChange={(changed) => setChosen({ ...chosen, ...changed })} />
        ))}
        <p className={classes.count} aria-live="polite">
          {isWaiting
            ? 'The rows of this page are still loading'
            : `${formatCount(matching)} of the ${formatCount(rows.length)} rows on this page`}
        </p>
      </form>
    </Dialog>
  )
}
