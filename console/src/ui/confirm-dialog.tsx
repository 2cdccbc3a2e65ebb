import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { useReturnFocus } from './use-return-focus.ts'

interface ConfirmDialogProps {
  title: string
  children: ReactNode
  /** The button's text, and what it says while the answer is awaited. */
  action: string
  busyText: string
  state: 'idle' | 'sending'
  onConfirm: () => void
  onClose: () => void
}

/** Asks once more before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  useReturnFocus()
  const sending = props.state === 'sending'
  const close = () => {
    if (!sending) props.onClose()
  }
  return (
    <Dialog
      opened
      title={props.title}
      onClose={close}
      footer={
        <>
          <Button variant="default" disabled={sending} onClick={close}>
            Cancel
          </Button>
          <Button disabled={sending} onClick={props.onConfirm}>
            {sending ? props.busyText : props.action}
          </Button>
        </>
      }
    >
      {props.children}
    </Dialog>
  )
}
