import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './dialog.module.css'
import { useReturnFocus } from './use-return-focus.ts'
import { useTopmost } from './use-topmost.ts'

interface DialogProps {
  /** A closed dialog keeps its content. */
  opened?: boolean
  title: string
  onClose: () => void
  children: ReactNode
  /** Buttons, the primary one last. */
  footer?: ReactNode
  /** Contains unsaved input, so a click outside does not close it. */
  holdsInput?: boolean
}

/** Modal dialog, 30rem wide, with its buttons in a footer. */
export function Dialog({ opened = true, title, onClose, children, footer, holdsInput = false }: DialogProps) {
  const { content, close } = useTopmost(onClose)
  return (
    <Modal.Root opened={opened} onClose={close} closeOnClickOutside={!holdsInput} size="30rem" centered>
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content ref={content} classNames={{ content: classes.content }}>
        <ReturnFocus />
        <div className={classes.header}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </div>
        <Modal.Body className={classes.body}>{children}</Modal.Body>
        {footer && <div className={classes.footer}>{footer}</div>}
      </Modal.Content>
    </Modal.Root>
  )
}

/** Mounted while the dialog is open. */
function ReturnFocus() {
  useReturnFocus()
  return null
}
