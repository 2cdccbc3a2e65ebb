import { Modal } from '@mantine/core'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import classes from './dialog.module.css'

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

/** Closes a dialog only if it is the topmost, because Escape reaches all open ones. */
export function useTopmost(onClose: () => void): { content: RefObject<HTMLDivElement | null>; close: () => void } {
  const content = useRef<HTMLDivElement>(null)
  const close = () => {
    const topmost = [...document.querySelectorAll('[role="dialog"]')].at(-1)
    if (topmost === content.current) onClose()
  }
  return { content, close }
}

/** Returns the focus to the element that had it, when a dialog mounted only while open closes. */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement)
  useLayoutEffect(() => {
    // The focus was in a dialog that this one replaces, and which has already returned it.
    const to = before?.isConnected ? before : document.activeElement
    return () => {
      if (to instanceof HTMLElement && to.isConnected) to.focus({ preventScroll: true })
    }
  }, [before])
}
