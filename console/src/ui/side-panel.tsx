import { Drawer } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import classes from './side-panel.module.css'
import { useReturnFocus } from './use-return-focus.ts'

interface SidePanelProps {
  title: string
  onClose: () => void
  children: ReactNode
  /** Stays in sight below the content. */
  footer?: ReactNode
  /** Something was typed into it: a press beside it does not close it. */
  holdsInput?: boolean
}

/** A panel over the right edge of the page, for one record of a list. It stands only while it is open. */
export function SidePanel({ title, onClose, children, footer, holdsInput = false }: SidePanelProps) {
  useReturnFocus()
  const content = useRef<HTMLDivElement>(null)
  const close = () => {
    // Escape reaches every open window at once: only the topmost may close.
    const topmost = [...document.querySelectorAll('[role="dialog"]')].at(-1)
    if (topmost === content.current) onClose()
  }
  return (
    <Drawer.Root
      opened
      onClose={close}
      closeOnClickOutside={!holdsInput}
      position="right"
      size="28rem"
      transitionProps={{ duration: 0 }}
    >
      <Drawer.Overlay />
      <Drawer.Content ref={content} classNames={{ content: classes.content }}>
        <Drawer.Header className={classes.header}>
          <Drawer.Title className={classes.title}>{title}</Drawer.Title>
          <Drawer.CloseButton aria-label="Close" />
        </Drawer.Header>
        <Drawer.Body className={classes.body}>{children}</Drawer.Body>
        {footer && <footer className={classes.footer}>{footer}</footer>}
      </Drawer.Content>
    </Drawer.Root>
  )
}
