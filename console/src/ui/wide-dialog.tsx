import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './dialog.module.css'
import { useReturnFocus } from './use-return-focus.ts'
import { useTopmost } from './use-topmost.ts'

interface WideDialogProps {
  title: string
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
}

/** Wide dialog for large content, such as a scan or photograph. */
export function WideDialog({ title, onClose, children, footer }: WideDialogProps) {
  useReturnFocus()
  const { content, close } = useTopmost(onClose)
  return (
    <Modal.Root opened onClose={close} size="56rem" centered>
      <Modal.Overlay />
      <Modal.Content ref={content} classNames={{ content: classes.content }}>
        <Modal.Header role="presentation" className={classes.header}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </Modal.Header>
        <Modal.Body className={classes.body}>{children}</Modal.Body>
        {footer && <footer className={classes.footer}>{footer}</footer>}
      </Modal.Content>
    </Modal.Root>
  )
}
