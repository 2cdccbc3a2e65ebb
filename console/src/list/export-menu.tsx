import { Menu } from '@mantine/core'
import { Anchor } from '../ui/anchor.tsx'
import type { PanelProps } from '../ui/use-opener.ts'

/** The further ways to export a list. */
export function ExportMenu({ id, at, onClose, onDownloadAll }: PanelProps & { onDownloadAll: () => void }) {
  return (
    <Menu opened id={id} onClose={onClose} position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Anchor at={at} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onDownloadAll}>Download all matching rows</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
