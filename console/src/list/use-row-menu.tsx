import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { part } from '../ui/part.tsx'
import type { MenuItem } from './define-list.ts'

const RowMenu = part(() => import('./row-menu.tsx'), 'RowMenu', { over: true })

interface Opened<Row> {
  row: Row
  at: HTMLElement
  /** What was chosen from it. */
  Dialog?: ComponentType<{ row: Row; onClose: () => void }>
}

/** One menu for all rows, and the dialog that was chosen from it. */
export function useRowMenu<Row>(menu: ((row: Row) => readonly MenuItem<Row>[]) | undefined): {
  onMenu?: (row: Row, at: HTMLElement) => void
  opened: ReactNode
} {
  const [opened, setOpened] = useState<Opened<Row> | null>(null)
  if (!menu) return { opened: null }
  const close = () => {
    opened?.at.focus({ preventScroll: true })
    setOpened(null)
  }
  return {
    onMenu: (row, at) => setOpened((now) => (now?.at === at ? null : { row, at })),
    opened: opened && (
      <Suspense>
        {opened.Dialog ? (
          <opened.Dialog row={opened.row} onClose={close} />
        ) : (
          <RowMenu
            items={menu(opened.row) as readonly MenuItem<unknown>[]}
            at={opened.at}
            onClose={() => setOpened((now) => (now?.Dialog ? now : null))}
            onDialog={(Dialog) => setOpened({ ...opened, Dialog: Dialog as Opened<Row>['Dialog'] })}
          />
        )}
      </Suspense>
    ),
  }
}
