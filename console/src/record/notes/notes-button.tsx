import type { NotedType } from '@kobo/contract/kit/record-kinds'
import { notes } from '@kobo/contract/notes'
import { IconNote } from '@tabler/icons-react'
import { useIsSupported } from '../../api/config.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { useMay } from '../../api/use-may.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { useIdle } from '../../ui/preload.ts'
import { DialogButton } from '../dialog-button.tsx'
import classes from './notes-button.module.css'

const NotesDialog = lazyComponent(() => import('./notes-dialog.tsx'), 'NotesDialog', { over: true })

/** By then the record and its rows have arrived, which the count would delay. */
const countAfterMs = 2_500

interface NotesButtonProps {
  of: { type: NotedType; id: string }
  size: 'xs' | 'sm'
}

/** Opens the notes of colleagues on a record, and shows how many there are. */
export function NotesButton({ of: { type, id }, size }: NotesButtonProps) {
  const isOffered = useIsSupported(notes.list)
  const may = useMay()
  const isIdle = useIdle(isOffered, countAfterMs)
  const request = { recordType: type, recordId: id, size: 1 }
  const { data } = useApiQuery(notes.list, isIdle && may(notes.list) ? request : null, { background: true })
  return (
    <DialogButton
      call={notes.list}
      icon={IconNote}
      variant="default"
      size={size}
      className={classes.button}
      title="Notes"
      count={data?.total}
      load={NotesDialog.load}
      isOffered={isOffered}
      renderDialog={(onClose) => <NotesDialog of={{ type, id }} onClose={onClose} />}
    >
      Notes
    </DialogButton>
  )
}
