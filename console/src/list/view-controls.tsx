import { ActionIcon, Button } from '@mantine/core'
import { IconColumns3, IconLineHeight } from '@tabler/icons-react'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { useOpener } from '../ui/use-opener.ts'
import type { ColumnChoice } from './column-panel.tsx'
import type { Density } from './use-list-view.ts'

const ColumnPanel = lazyComponent(() => import('./column-panel.tsx'), 'ColumnPanel', { over: true })

/** Opens the column panel, and shows how many columns are hidden for lack of space. */
export function ColumnChooser(props: ColumnChoice) {
  const { button, panel } = useOpener('dialog', ColumnPanel.load)
  const { roomless } = props
  const icon = <IconColumns3 size={18} stroke={1.5} />
  const title = roomless === 0 ? 'Columns' : `Columns: ${roomless} hidden (no space)`
  return (
    <>
      {roomless === 0 ? (
        <ActionIcon {...button} variant="default" size={36} aria-label={title} title={title}>
          {icon}
        </ActionIcon>
      ) : (
        <Button {...button} variant="default" px="xs" leftSection={icon} aria-label={title} title={title}>
          {roomless} hidden
        </Button>
      )}
      {panel && <ColumnPanel {...panel} {...props} />}
    </>
  )
}

/** Changes between comfortable and compact rows. */
export function DensityToggle({ density, onChange }: { density: Density; onChange: (density: Density) => void }) {
  const next = density === 'compact' ? 'comfortable' : 'compact'
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label="Compact rows"
      aria-pressed={density === 'compact'}
      title={`Use ${next} rows`}
      onClick={() => onChange(next)}
    >
      <IconLineHeight size={18} stroke={1.5} />
    </ActionIcon>
  )
}
