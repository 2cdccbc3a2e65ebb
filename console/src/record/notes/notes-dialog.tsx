import { type NotedType, recordKinds } from '@kobo/contract/kit/record-kinds'
import { notes } from '@kobo/contract/notes'
import { useState } from 'react'
import { useApiQuery } from '../../api/use-api-query.ts'
import { useMay } from '../../api/use-may.ts'
import { usePollInterval } from '../../api/use-poll-interval.ts'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { WideDialog } from '../../ui/dialog.tsx'
import { SkeletonBar } from '../../ui/skeleton-bar.tsx'
import { DialogPages } from '../dialog-pages.tsx'
import { QueryContent } from '../query-content.tsx'
import type { NoteValues } from './mention-field.tsx'
import { NoteEntry } from './note-entry.tsx'
import { NoteForm } from './note-form.tsx'
import classes from './notes-dialog.module.css'

const size = 20

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
  const query = useApiQuery(notes.list, { ...record, page, size }, { pollMs, keepPrevious: true })
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
      <p className={classes.staff}>
        <strong>Staff only</strong>
        <span>Merchants and their customers never see notes.</span>
      </p>
      {(may(notes.write) || isDirty) && <NoteForm of={written} about={{ type, id }} />}
      <QueryContent from={query} skeleton={<Skeleton />}>
        {({ notes: shown, total }) => (
          <>
            {shown.length === 0 && (
              <p className={classes.empty} role="status">
                Nobody has written a note yet
              </p>
            )}
            <ol className={classes.notes} aria-label="Notes">
              {shown.map((note) => (
                <NoteEntry key={note.id} note={note} />
              ))}
            </ol>
            <DialogPages
              {...{ page, size, total }}
              rows={shown.length}
              isLoading={query.isPlaceholderData}
              onPage={setPage}
            />
          </>
        )}
      </QueryContent>
    </WideDialog>
  )
}

function Skeleton() {
  return (
    <div className={classes.waiting}>
      {['40%', '70%', '55%', '65%'].map((width) => (
        <SkeletonBar key={width} width={width} />
      ))}
    </div>
  )
}
