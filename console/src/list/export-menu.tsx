import { Menu } from '@mantine/core'
import { Anchor } from '../ui/anchor.tsx'
import type { PanelProps } from '../ui/use-opener.ts'
import { useDownloads } from './use-downloads.ts'

interface ExportMenuProps extends PanelProps {
  place: string
  onExportPage: () => void
  onDownloadAll: () => void
}

/** The ways to export a list: what is on the page, and all that match where the server makes such files. */
export function ExportMenu({ id, at, onClose, place, onExportPage, onDownloadAll }: ExportMenuProps) {
  const { isOffered } = useDownloads(place)
  return (
    <Menu opened id={id} onClose={onClose} position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Anchor at={at} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onExportPage}>Export rows of this page…</Menu.Item>
        {isOffered && <Menu.Item onClick={onDownloadAll}>Download all matching…</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  )
}
