import { type NotedType, recordKinds } from '@kobo/contract/kit/record-kinds'
import { notes } from '@kobo/contract/notes'
import { useState } from 'react'
import { useApiQuery } from '../../api/use-api-query.ts'
import { useMay } from '../../api/use-may.ts'
import { usePollInterval } from '../../api/use-poll-interval.ts'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { WideDialog } from '../../ui/dialog.tsx'
import { Audience } from '../audience.tsx'
import { DialogEntries, entriesPerPage } from '../dialog-entries.tsx'
import type { NoteValues } from './mention-field.tsx'
import { NoteEntry } from './note-entry.tsx'
import { NoteForm } from './note-form.tsx'

interface NotesDialogProps {
  of: { type: NotedType; id: string }
  onClose: () => void
}

/** Notes of colleagues on a record, newest first, refreshed while open, with a form for the next one. */
export function NotesDialog({ of: { type, id }, onClose }: NotesDialogProps) {
  const [page, setPage] = useState(1)
  const may = useMay()
  const pollMs = usePollInterval('slow')
  const record = { recordType: type, recordId: id }
  const query = useApiQuery(notes.list, { ...record, page, size: entriesPerPage }, { pollMs, keepPrevious: true })
  const written = useContractForm(notes.write, {
    start: { text: '', mentions: [] },
    request: (values: NoteValues) => ({ ...record, ...values }),
    onDone: () => {
      written.form.reset()
      setPage(1)
    },
  })
  const { isDirty, sending, unsaved } = written
  const name = recordKinds[type].label.toLowerCase()
  return (
    <WideDialog title={`Notes on this ${name}`} onClose={() => sending || unsaved.leave(onClose)}>
      <Audience is="staff" title="Staff only">
        Merchants and their customers never see notes.
      </Audience>
      {(may(notes.write) || isDirty) && <NoteForm of={written} about={{ type, id }} />}
      <DialogEntries
        label="Notes"
        from={query}
        read={(reply) => ({ entries: reply.notes, total: reply.total })}
        empty="Nobody has written a note yet"
        page={page}
        onPage={setPage}
      >
        {(note) => <NoteEntry key={note.id} note={note} />}
      </DialogEntries>
    </WideDialog>
  )
}
