import { Menu } from '@mantine/core'
import { Anchor } from '../ui/anchor.tsx'

interface RowMenuProps {
  items: readonly { text: string; act: () => void }[]
  at: HTMLElement
  onClose: () => void
}

/** Menu of one row. */
export function RowMenu({ items, at, onClose }: RowMenuProps) {
  return (
    <Menu opened onClose={onClose} position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Anchor at={at} />
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ text, act }) => (
          <Menu.Item key={text} onClick={act}>
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
