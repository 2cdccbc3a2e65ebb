import { Menu } from '@mantine/core'
import { Anchor } from '../ui/anchor.tsx'
import type { PanelProps } from '../ui/use-opener.ts'
import { useDownloads } from './downloads.tsx'

interface ExportMenuProps extends PanelProps {
  place: string
  onExportPage: () => void
  onDownloadAll: () => void
}

/** Menu with the exports of a list: the current page and, if the server supports it, all matching rows. */
export function ExportMenu({ id, at, onClose, place, onExportPage, onDownloadAll }: ExportMenuProps) {
  const { isOffered } = useDownloads(place)
  return (
    <Menu opened id={id} onClose={onClose} position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Anchor at={at} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onExportPage}>Export rows on this page…</Menu.Item>
        {isOffered && <Menu.Item onClick={onDownloadAll}>Download all matching…</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  )
}
