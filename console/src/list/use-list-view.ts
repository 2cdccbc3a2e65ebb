import { useLocalStorage } from '@mantine/hooks'
import { useMemo } from 'react'
import { z } from 'zod'
import type { Column } from './define-list.ts'
import type { Fit } from './use-visible-columns.ts'

export type Density = 'comfortable' | 'compact'

/** Row heights in pixels; the style sheet of tables knows the same. */
const rowHeights: Record<Density, number> = { comfortable: 40, compact: 32 }
const cardLine = 26
const cardEdges = 25

/** How high a row is, of which a card shows so many cells one below the other. */
export function rowHeight(density: Density, look: Fit<never>['look'], cells: number): number {
  return look === 'cards' ? cells * cardLine + cardEdges : rowHeights[density]
}

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

/** Which columns of a list show and which of them before others, remembered for it. */
export function useColumns<Row>(list: { name: string; columns: readonly Column<Row>[] }) {
  const [wanted, setWanted] = useTitles(`kobo.list.${list.name}.wanted-columns`)
  const onDemand = list.columns.filter((column) => column.onDemand).map(({ title }) => title)
  const [hidden, setHidden] = useTitles(`kobo.list.${list.name}.hidden-columns`, onDemand)
  const columns = useMemo(() => {
    const visible = list.columns.filter((column) => !hidden.includes(column.title))
    // Never none: a list that changed its columns could otherwise come up empty.
    return visible.length > 0 ? visible : list.columns
  }, [list.columns, hidden])
  const without = (title: string) => (now: string[]) => now.filter((other) => other !== title)
  return {
    columns,
    wanted,
    show(title: string) {
      setHidden(without(title))
      setWanted((now) => [...without(title)(now), title])
    },
    hide(title: string) {
      setWanted(without(title))
      setHidden((now) => [...now, title])
    },
  }
}

/** Some titles of columns, remembered. */
export function useTitles(key: string, defaultValue: string[] = none) {
  return useLocalStorage<string[]>({ key, defaultValue, getInitialValueInEffect: false, deserialize: readTitles })
}

const none: string[] = []

function readTitles(stored: string | undefined): string[] {
  try {
    return titles.catch([]).parse(JSON.parse(stored ?? '[]'))
  } catch {
    return []
  }
}
