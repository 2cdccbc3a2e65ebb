import { freezes } from '@kobo/contract/freezes'
import { IconSnowflake } from '@tabler/icons-react'
import { DialogButton } from '../dialog-button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import type { Freezable } from './freezable.ts'
import { useFreezes } from './use-freezes.ts'

const FreezeDialog = lazyComponent(() => import('./freeze-dialog.tsx'), 'FreezeDialog', { over: true })

/** Freezes a record that has no freeze of its own. */
export function FreezeButton({ of: record }: { of: Freezable }) {
  const { state, own } = useFreezes(record)
  const isUnknown = state === 'unsupported' || (record.isFrozen && state !== 'ready')
  return (
    <DialogButton
      call={freezes.freezeMerchant}
      variant="default"
      c="var(--kobo-red)"
      icon={IconSnowflake}
      isOffered={!isUnknown && !own}
      load={FreezeDialog.load}
      renderDialog={(onClose) => (
        <FreezeDialog
          of={record}
          blocker={own ? `${own.frozenBy ?? 'Another operator'} froze this in the meantime` : null}
          onClose={onClose}
        />
      )}
    >
      Freeze
    </DialogButton>
  )
}
