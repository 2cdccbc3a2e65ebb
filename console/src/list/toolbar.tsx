import { ActionIcon, Button } from '@mantine/core'
import { IconChevronDown, IconDownload, IconFilter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { preloadOnIntent } from '../ui/preload.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { useOpener } from '../ui/use-opener.ts'
import classes from './toolbar.module.css'

const ExportMenu = lazyComponent(() => import('./export-menu.tsx'), 'ExportMenu', { over: true })

/** Toolbar of a list, with the search on the left and the actions on the right. */
export function Toolbar({ search, children }: { search?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.toolbar}>
      {search}
      <div className={classes.actions}>{children}</div>
    </div>
  )
}

interface DialogButtonProps {
  onClick: () => void
  /** Preloads the dialog. */
  load: () => Promise<unknown>
}

/** Opens the filter dialog. */
export function FilterButton({ onClick, load }: DialogButtonProps) {
  return (
    <Button
      variant="default"
      leftSection={<IconFilter size={17} stroke={1.5} />}
      onClick={onClick}
      {...preloadOnIntent(load)}
    >
      Filter by
    </Button>
  )
}

interface ExportButtonProps extends DialogButtonProps {
  place: string
  onDownloadAll: () => void
}

/** Opens the export dialog, beside a menu with the export of all matching rows. */
export function ExportButton({ onClick, load, place, onDownloadAll }: ExportButtonProps) {
  const { button, panel } = useOpener('menu', ExportMenu.load)
  return (
    <Button.Group>
      <Button
        variant="default"
        leftSection={<IconDownload size={17} stroke={1.5} />}
        onClick={onClick}
        {...preloadOnIntent(load)}
      >
        Export
      </Button>
      <ActionIcon {...button} variant="default" w={28} h={36} className={classes.more} aria-label="More export options">
        <IconChevronDown size={16} stroke={1.5} />
      </ActionIcon>
      {panel && <ExportMenu {...panel} place={place} onExportPage={onClick} onDownloadAll={onDownloadAll} />}
    </Button.Group>
  )
}
