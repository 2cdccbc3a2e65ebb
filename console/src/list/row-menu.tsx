import { Menu } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { Anchor } from '../ui/anchor.tsx'
import type { MenuItem } from './define-list.ts'

interface RowMenuProps<Row> {
  items: readonly MenuItem<Row>[]
  at: HTMLElement
  onClose: () => void
  onDialog: (Dialog: Extract<MenuItem<Row>, { Dialog: unknown }>['Dialog']) => void
}

/** What can be done about one row. */
export function RowMenu<Row>({ items, at, onClose, onDialog }: RowMenuProps<Row>) {
  const router = useRouter()
  return (
    <Menu opened onClose={onClose} position="bottom-end">
      <Menu.Target>
        <Anchor at={at} />
      </Menu.Target>
      <Menu.Dropdown>
        {items.map((item) => (
          <Menu.Item
            key={item.text}
            onClick={() => ('to' in item ? router.history.push(item.to) : onDialog(item.Dialog))}
          >
            {item.text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
