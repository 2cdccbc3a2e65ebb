import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './side-panel.module.css'
import { useReturnFocus } from './use-return-focus.ts'
import { useTopmost } from './use-topmost.ts'

interface SidePanelProps {
  title: string
  onClose: () => void
  children: ReactNode
  /** Beside the title. */
  aside?: ReactNode
  /** Stays in sight below the content. */
  footer?: ReactNode
  /** Something was typed into it: a press beside it does not close it. */
  holdsInput?: boolean
}

/** A panel over the right edge of the page, for one record of a list. It stands only while it is open. */
export function SidePanel({ title, onClose, children, aside, footer, holdsInput = false }: SidePanelProps) {
  useReturnFocus()
  const { content, close } = useTopmost(onClose)
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
        {/* The page has a banner, and this is not it. */}
        <Drawer.Header role="presentation" className={classes.header}>
          <Drawer.Title className={classes.title}>{title}</Drawer.Title>
          {aside}
          <Drawer.CloseButton aria-label="Close" />
        </Drawer.Header>
        <Drawer.Body className={classes.body}>{children}</Drawer.Body>
        {footer && <div className={classes.footer}>{footer}</div>}
      </Drawer.Content>
    </Drawer.Root>
  )
}
