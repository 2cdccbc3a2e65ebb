import { audit } from '@kobo/contract/audit'
import { type RecordReference, recordKinds } from '@kobo/contract/kit/record-kinds'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useApiQuery } from '../../api/use-api-query.ts'
import { usePollInterval } from '../../api/use-poll-interval.ts'
import { useMay } from '../../api/use-may.ts'
import { paths } from '../../paths.ts'
import { AccentLink } from '../../ui/accent-link.tsx'
import { WideDialog } from '../../ui/dialog.tsx'
import { DialogEntries, entriesPerPage } from '../dialog-entries.tsx'
import { HistoryEntry } from './history-entry.tsx'
import classes from './history-dialog.module.css'

interface HistoryDialogProps {
  of: Pick<RecordReference, 'type' | 'id'>
  onClose: () => void
}

/** What happened to a record and its parts, newest first, refreshed while open. */
export function HistoryDialog({ of: { type, id }, onClose }: HistoryDialogProps) {
  const [page, setPage] = useState(1)
  const [onlyChanges, setOnlyChanges] = useState(false)
  const may = useMay()
  const pollMs = usePollInterval('slow')
  const request = {
    recordType: type,
    recordId: id,
    page,
    size: entriesPerPage,
    ...(onlyChanges && { only: 'CHANGES' }),
  }
  const query = useApiQuery(audit.recordHistory, request, { pollMs, keepPrevious: true })
  return (
    <WideDialog title={`History of this ${recordKinds[type].label.toLowerCase()}`} onClose={onClose}>
      <div className={classes.top}>
        <Switch
          label="Changes by colleagues only"
          checked={onlyChanges}
          onChange={({ currentTarget }) => {
            setOnlyChanges(currentTarget.checked)
            setPage(1)
          }}
        />
        {may(audit.list) && (
          <AccentLink to={paths.audit({ recordType: type, recordId: id })}>Open in the audit</AccentLink>
        )}
      </div>
      <DialogEntries
        label="History"
        from={query}
        read={({ history, totalRecords }) => ({ entries: history, total: totalRecords })}
        empty={onlyChanges ? 'No colleague has changed it yet' : 'Nothing has happened to it yet'}
        page={page}
        onPage={setPage}
      >
        {(entry) => <HistoryEntry key={entry.id} entry={entry} of={{ type, id }} />}
      </DialogEntries>
    </WideDialog>
  )
}
