import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './dialog.module.css'
import { useReturnFocus } from './use-return-focus.ts'
import { useTopmost } from './use-topmost.ts'

interface DialogProps {
  /** A closed one keeps what it holds. */
  opened?: boolean
  title: string
  onClose: () => void
  children: ReactNode
  /** The buttons, the main one last. */
  footer?: ReactNode
  /** Something was typed into it: a press beside it does not close it. */
  holdsInput?: boolean
}

/** A window over the page that asks for something: 30rem wide, its buttons below a line. */
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

/** Stands in the window as long as that is open. */
function ReturnFocus() {
  useReturnFocus()
  return null
}
