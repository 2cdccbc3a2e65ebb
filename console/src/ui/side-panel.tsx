import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './side-panel.module.css'
import { useReturnFocus, useTopmost } from './dialog.tsx'

interface SidePanelProps {
  title: string
  onClose: () => void
  children: ReactNode
  /** Content beside the title. */
  aside?: ReactNode
  /** Buttons below the title. */
  tools?: ReactNode
  /** Content between the body and the footer. */
  bar?: ReactNode
  /** Sticky footer. */
  footer?: ReactNode
  /** Contains unsaved input, so a click outside does not close it. */
  holdsInput?: boolean
}

/** Panel at the right edge of the page, for one record of a list. Mounted only while open. */
export function SidePanel(props: SidePanelProps) {
  const { title, onClose, children, aside, tools, bar, footer, holdsInput = false } = props
  useReturnFocus()
  const { content, close } = useTopmost(onClose)
  return (
    <Drawer.Root
      opened
      onClose={close}
      closeOnClickOutside={false}
      position="right"
      size="28rem"
      transitionProps={{ duration: 0 }}
    >
      {/* The second click of a double click on the row below must not close what the first one has opened. */}
      <Drawer.Overlay onClick={({ detail }) => !holdsInput && detail < 2 && close()} />
      <Drawer.Content ref={content} classNames={{ content: classes.content }}>
        {/* Avoids a second banner landmark on the page. */}
        <Drawer.Header role="presentation" className={classes.header}>
          <Drawer.Title className={classes.title}>{title}</Drawer.Title>
          {aside}
          <Drawer.CloseButton aria-label="Close" />
          {tools && <div className={classes.tools}>{tools}</div>}
        </Drawer.Header>
        <Drawer.Body className={classes.body}>{children}</Drawer.Body>
        {bar}
        {footer && <div className={classes.footer}>{footer}</div>}
      </Drawer.Content>
    </Drawer.Root>
  )
}
