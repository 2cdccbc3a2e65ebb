import { liens } from '@kobo/contract/liens'
import { IconLock } from '@tabler/icons-react'
import { useIsSupported } from '../../api/config.ts'
import { DialogButton } from '../dialog-button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import type { Freezable } from '../freeze/freezable.ts'

const LienDialog = lazyComponent(() => import('./lien-dialog.tsx'), 'LienDialog', { over: true })

/** Places a lien on the account of a record. */
export function LienButton({ of: record }: { of: Freezable }) {
  return (
    <DialogButton
      call={liens.place}
      variant="default"
      icon={IconLock}
      isOffered={useIsSupported(liens.place)}
      load={LienDialog.load}
      renderDialog={(onClose) => <LienDialog of={record} onClose={onClose} />}
    >
      Place a lien
    </DialogButton>
  )
}
