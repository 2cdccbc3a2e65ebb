import { audit } from '@kobo/contract/audit'
import type { RecordReference } from '@kobo/contract/kit/record-kinds'
import { IconHistory } from '@tabler/icons-react'
import { useIsSupported } from '../../api/config.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { DialogButton } from '../dialog-button.tsx'

const HistoryDialog = lazyComponent(() => import('./history-dialog.tsx'), 'HistoryDialog', { over: true })

interface HistoryButtonProps {
  of: Pick<RecordReference, 'type' | 'id'>
  size: 'xs' | 'sm'
}

/** Opens what happened to a record: who changed which fields, when, why and from where. */
export function HistoryButton({ of: record, size }: HistoryButtonProps) {
  return (
    <DialogButton
      call={audit.recordHistory}
      icon={IconHistory}
      variant="default"
      size={size}
      title="History"
      load={HistoryDialog.load}
      isOffered={useIsSupported(audit.recordHistory)}
      renderDialog={(onClose) => <HistoryDialog of={record} onClose={onClose} />}
    >
      History
    </DialogButton>
  )
}
