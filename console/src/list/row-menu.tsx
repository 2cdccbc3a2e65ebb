import type { Call } from '@kobo/contract/kit/call'
import { Menu } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { useConfig } from '../api/config.ts'
import { useMay } from '../api/use-may.ts'
import { Anchor } from '../ui/anchor.tsx'
import type { MenuItem } from './define-list.ts'

export interface RowMenuProps<Row> {
  row: Row
  menu: (row: Row) => readonly MenuItem<Row>[]
  at: HTMLElement
  onClose: () => void
}

/** Menu of one row with the actions that the operator's role allows, and the dialog of the chosen one. */
export function RowMenu<Row>({ row, menu, at, onClose }: RowMenuProps<Row>) {
  const router = useRouter()
  const may = useMay()
  const config = useConfig()
  const [chosen, setChosen] = useState<{ Dialog: ComponentType<{ row: Row; onClose: () => void }> } | null>(null)
  if (chosen) return <chosen.Dialog row={row} onClose={onClose} />

  const isOffered = (call: Call) => may(call) && (config?.additions === true || call.addition !== true)
  const items = menu(row).filter((item) => 'to' in item || isOffered(item.call))
  // The dialog restores the focus later.
  const choose = (item: MenuItem<Row>) => {
    at.focus({ preventScroll: true })
    if (!('to' in item)) return setChosen(item)
    onClose()
    router.history.push(item.to)
  }
  const close = () => {
    at.focus({ preventScroll: true })
    onClose()
  }
  return (
    <Menu opened onClose={close} closeOnItemClick={false} position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Anchor at={at} />
      </Menu.Target>
      <Menu.Dropdown>
        {items.map((item) => (
          <Menu.Item key={item.text} onClick={() => choose(item)}>
            {item.text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
