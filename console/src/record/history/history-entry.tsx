import type { AuditEntry } from '@kobo/contract/audit'
import type { RecordReference } from '@kobo/contract/kit/record-kinds'
import { DateTime } from '../../ui/dates.tsx'
import { ChangeTable } from './change-table.tsx'
import classes from './history-entry.module.css'
import { entryRecord, RecordLink } from './record-link.tsx'

interface HistoryEntryProps {
  entry: AuditEntry
  /** Record whose history this is; an entry of one of its parts links to the part. */
  of: Pick<RecordReference, 'type' | 'id'>
}

/** One thing that happened to a record. */
export function HistoryEntry({ entry, of: record }: HistoryEntryProps) {
  const { title, createdAt, staffName, makerName, reason, changes, recordType, recordId } = entry
  const isOfPart = recordType !== record.type || recordId !== record.id
  return (
    <li className={classes.entry}>
      <div className={classes.line}>
        <strong className={classes.title}>{title}</strong>
        {isOfPart && <RecordLink of={entryRecord(entry)} />}
        <span className={classes.more}>
          <DateTime at={createdAt} />
          {staffName && ` by ${staffName}`}
          {makerName && `, proposed by ${makerName}`}
        </span>
      </div>
      {reason && <p className={classes.reason}>{reason}</p>}
      {changes.length > 0 && <ChangeTable of={changes} />}
      <Origin of={entry} />
    </li>
  )
}

/** Where a change came from. */
function Origin({ of: { address, device } }: { of: AuditEntry }) {
  const origin = [address, device].filter(Boolean).join(', ')
  return origin === '' ? null : <div className={classes.more}>From {origin}</div>
}
