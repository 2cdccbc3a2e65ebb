import { useLocalStorage } from '@mantine/hooks'
import { useMemo } from 'react'
import { z } from 'zod'
import type { Column } from './define-list.ts'

export type Density = 'comfortable' | 'compact'

/** Row heights in pixels; the style sheet of tables knows the same. */
export const rowHeights: Record<Density, number> = { comfortable: 40, compact: 32 }

/** How dense lists are, remembered for all of them. */
export function useDensity() {
  return useLocalStorage<Density>({
    key: 'kobo.list.density',
    defaultValue: 'comfortable',
    getInitialValueInEffect: false,
    serialize: (value) => value,
    deserialize: (stored) => (stored === 'compact' ? 'compact' : 'comfortable'),
  })
}

const titles = z.array(z.string())

/** Which columns of a list show, remembered for it. */
export function useColumns<Row>(list: { name: string; columns: readonly Column<Row>[] }) {
  const [hidden, setHidden] = useLocalStorage<string[]>({
    key: `kobo.list.${list.name}.hidden-columns`,
    defaultValue: list.columns.filter((column) => column.onDemand).map(({ title }) => title),
    getInitialValueInEffect: false,
    deserialize: readTitles,
  })
  const columns = useMemo(() => {
    const visible = list.columns.filter((column) => !hidden.includes(column.title))
    // Never none: a list that changed its columns could otherwise come up empty.
    return visible.length > 0 ? visible : list.columns
  }, [list.columns, hidden])
  return {
    columns,
    toggle(title: string) {
      setHidden((now) => (now.includes(title) ? now.filter((other) => other !== title) : [...now, title]))
    },
  }
}

function readTitles(stored: string | undefined): string[] {
  try {
    return titles.catch([]).parse(JSON.parse(stored ?? '[]'))
  } catch {
    return []
  }
}
