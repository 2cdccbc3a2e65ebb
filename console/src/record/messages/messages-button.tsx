import type { MessagedType } from '@kobo/contract/kit/record-kinds'
import { messages } from '@kobo/contract/messages'
import { IconSend } from '@tabler/icons-react'
import { useIsSupported } from '../../api/config.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { DialogButton } from '../dialog-button.tsx'

const MessagesDialog = lazyComponent(() => import('./messages-dialog.tsx'), 'MessagesDialog', { over: true })

interface MessagesButtonProps {
  of: { type: MessagedType; id: string }
  size: 'xs' | 'sm'
}

/** Opens what colleagues wrote to the merchant or the holder about a record, with the form for the next message. */
export function MessagesButton({ of: record, size }: MessagesButtonProps) {
  return (
    <DialogButton
      call={messages.list}
      icon={IconSend}
      variant="default"
      size={size}
      title="Messages"
      load={MessagesDialog.load}
      isOffered={useIsSupported(messages.list)}
      renderDialog={(onClose) => <MessagesDialog of={record} onClose={onClose} />}
    >
      Messages
    </DialogButton>
  )
}
