import type { Call } from '@kobo/contract/kit/call'
import { Menu } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useConfig } from '../api/config.ts'
import { useMay } from '../api/use-may.ts'
import { Anchor } from '../ui/anchor.tsx'
import type { MenuItem } from './define-list.ts'
import type { ListRow } from './list-call.ts'
import { useRowDialog } from './row-dialogs.tsx'

export interface RowMenuProps<Row extends ListRow> {
  row: Row
  menu: (row: Row) => readonly MenuItem<Row>[]
  at: HTMLElement
  onClose: () => void
}

/** Menu of one row with the actions that the operator's role allows. */
export function RowMenu<Row extends ListRow>({ row, menu, at, onClose }: RowMenuProps<Row>) {
  const router = useRouter()
  const may = useMay()
  const config = useConfig()
  const openDialog = useRowDialog()
  const isOffered = (call: Call) => may(call) && (config?.additions === true || call.addition !== true)
  const items = menu(row).filter((item) => 'to' in item || isOffered(item.call))
  // The dialog restores the focus later.
  const choose = (item: MenuItem<Row>) => {
    at.focus({ preventScroll: true })
    onClose()
    if ('to' in item) router.history.push(item.to)
    else openDialog(row, item.Dialog)
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
