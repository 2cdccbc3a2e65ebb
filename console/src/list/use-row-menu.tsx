import { useRouter } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useCallback, useState } from 'react'
import { lazyComponent } from '../ui/lazy-component.tsx'
import type { MenuItem } from './define-list.ts'

const RowMenu = lazyComponent(() => import('./row-menu.tsx'), 'RowMenu', { over: true })

interface Opened<Row> {
  row: Row
  at: HTMLElement
  /** Dialog of the chosen item. */
  Dialog?: ComponentType<{ row: Row; onClose: () => void }>
}

/** Shares one menu among all rows, and opens the dialog of the chosen item. */
export function useRowMenu<Row>(menu: ((row: Row) => readonly MenuItem<Row>[]) | undefined): {
  onMenu?: (row: Row, at: HTMLElement) => void
  opened: ReactNode
} {
  const router = useRouter()
  const [opened, setOpened] = useState<Opened<Row> | null>(null)
  const onMenu = useCallback(
    (row: Row, at: HTMLElement) => setOpened((now) => (now?.at === at ? null : { row, at })),
    [],
  )
  if (!menu) return { opened: null }
  if (!opened) return { onMenu, opened }

  const { row, at, Dialog } = opened
  // Choosing an item also closes the menu, possibly after its dialog has opened. The dialog restores the focus later.
  const closeMenu = () => {
    at.focus({ preventScroll: true })
    setOpened((now) => (now?.Dialog ? now : null))
  }
  const items = menu(row).map((item) => ({
    text: item.text,
    act: () => ('to' in item ? router.history.push(item.to) : setOpened({ row, at, Dialog: item.Dialog })),
  }))
  return {
    onMenu,
    opened: Dialog ? (
      <Dialog row={row} onClose={() => setOpened(null)} />
    ) : (
      <RowMenu items={items} at={at} onClose={closeMenu} />
    ),
  }
}
