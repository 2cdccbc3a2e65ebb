import { Checkbox, Popover } from '@mantine/core'
import { Anchor } from '../ui/anchor.tsx'
import type { useLook } from './use-list-view.ts'
import type { PanelProps } from '../ui/use-opener.ts'
import classes from './column-panel.module.css'

export interface ColumnChoice {
  all: readonly { title: string }[]
  visible: readonly { title: string }[]
  /** Number of chosen columns hidden for lack of space. */
  roomless: number
  look: Pick<ReturnType<typeof useLook>, 'hidden' | 'setHidden' | 'setWanted'>
}

/** Selects a list's columns. The last visible one cannot be hidden. */
export function ColumnPanel(props: PanelProps & ColumnChoice) {
  const { id, at, onClose, all, visible, roomless, look } = props
  const { hidden, setHidden, setWanted } = look
  const without = (title: string) => (now: readonly string[]) => now.filter((other) => other !== title)
  function show(title: string) {
    setHidden(without(title)(hidden))
    setWanted((now) => [...without(title)(now), title])
  }
  function hide(title: string) {
    setWanted(without(title))
    setHidden([...hidden, title])
  }
  const shown = visible.map((column) => column.title)
  return (
    // The button never scrolls out of view, so the panel need not be hidden when detached.
    <Popover
      opened
      id={id}
      onDismiss={onClose}
      position="bottom-end"
      shadow="md"
      trapFocus
      hideDetached={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <Anchor at={at} />
      </Popover.Target>
      <Popover.Dropdown>
        <fieldset className={classes.columns}>
          <legend>Columns</legend>
          {all.map(({ title }) => (
            <Checkbox
              key={title}
              size="xs"
              label={title}
              checked={shown.includes(title)}
              disabled={shown.length === 1 && shown.includes(title)}
              onChange={() => (shown.includes(title) ? hide(title) : show(title))}
            />
          ))}
          {roomless > 0 && <p>Columns you select take priority over the others.</p>}
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  )
}
