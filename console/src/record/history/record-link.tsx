import type { AuditEntry } from '@kobo/contract/audit'
import { isRecordType, type RecordReference, recordKinds } from '@kobo/contract/kit/record-kinds'
import { AccentLink } from '../../ui/accent-link.tsx'
import { sentenceCase } from '../../ui/format-text.ts'
import { recordAddress } from '../record-address.ts'

/** Reference to the record of an entry; its kind may be one that this console does not know. */
type EntryRecord = Omit<RecordReference, 'type'> & { type: string }

export function entryRecord(entry: AuditEntry): EntryRecord {
  const { recordType: type, recordId: id, recordName: name, merchantId, walletId, parentId } = entry
  return { type, id, name, merchantId, walletId, parentId }
}

/** Names a record with its kind, linked to its page if it has one. */
export function RecordLink({ of: record }: { of: EntryRecord }) {
  const { type, name } = record
  if (!isRecordType(type)) return <span>{sentenceCase(type)}</span>
  const { label } = recordKinds[type]
  const words = name ? `${label}: ${name}` : label
  const address = recordAddress({ ...record, type })
  return address === undefined ? <span>{words}</span> : <AccentLink to={address}>{words}</AccentLink>
}
