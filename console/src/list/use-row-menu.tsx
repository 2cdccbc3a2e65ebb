import { type ComponentType, type ReactNode, useCallback, useState } from 'react'
import { useMay } from '../api/use-may.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import type { List } from './define-list.ts'
import type { ListRow } from './list-call.ts'
import type { RowMenuProps } from './row-menu.tsx'

const RowMenu = lazyComponent(() => import('./row-menu.tsx'), 'RowMenu', { over: true })

export type RowMenuOf<Row> = Pick<List<unknown, Row>, 'menu' | 'menuCall'>

/** Shares one menu among all rows. */
export function useRowMenu<Row extends ListRow>({
  menu,
  menuCall,
}: RowMenuOf<Row>): {
  onMenu?: (row: Row, at: HTMLElement) => void
  opened: ReactNode
} {
  const may = useMay()
  const [opened, setOpened] = useState<{ row: Row; at: HTMLElement } | null>(null)
  const onMenu = useCallback(
    (row: Row, at: HTMLElement) => setOpened((now) => (now?.at === at ? null : { row, at })),
    [],
  )
  const MenuOfRow = RowMenu as ComponentType<RowMenuProps<Row>>
  if (!menu || (menuCall && !may(menuCall))) return { opened: null }
  return {
    onMenu,
    opened: opened && <MenuOfRow {...opened} menu={menu} onClose={() => setOpened(null)} />,
  }
}
