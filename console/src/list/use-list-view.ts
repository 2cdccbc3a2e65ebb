import { useLocalStorage } from '@mantine/hooks'
import { useMemo } from 'react'
import { z } from 'zod'
import { useConfig } from '../api/config.ts'
import type { Column } from './define-list.ts'
import type { ListControl } from './use-list-state.ts'
import type { Fit } from './use-visible-columns.ts'

export type Density = 'comfortable' | 'compact'

/** Row heights in pixels, the same as in the tables' style sheet. */
const rowHeights: Record<Density, number> = { comfortable: 40, compact: 32 }
const cardLine = 26
const cardEdges = 25

/** Returns the height of a row, or of a card with this number of stacked cells. */
export function rowHeight(density: Density, look: Fit<never>['look'], cells: number): number {
  return look === 'cards' ? cells * cardLine + cardEdges : rowHeights[density]
}

/** Returns the row density, stored for all lists. */
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

type LookedList<Row> = { name: string; columns: readonly Column<Row>[] }

/**
 * Returns the hidden columns and the density of a list: those of its view, or else those stored in the browser, as are the columns
 * that the operator selected (`wanted`).
 */
export function useLook<Row>(list: LookedList<Row>, { look, changeLook }: Pick<ListControl, 'look' | 'changeLook'>) {
  const onDemand = list.columns.filter((column) => column.onDemand).map(({ title }) => title)
  const [hidden, setHidden] = useTitles(`kobo.list.${list.name}.hidden-columns`, onDemand)
  const [wanted, setWanted] = useTitles(`kobo.list.${list.name}.wanted-columns`)
  const [density, setDensity] = useDensity()
  return {
    ...(look ?? { hidden, density }),
    wanted,
    setWanted,
    setHidden: (next: string[]) => (look ? changeLook({ ...look, hidden: next }) : setHidden(next)),
    setDensity: (next: Density) => (look ? changeLook({ ...look, density: next }) : setDensity(next)),
  }
}

/** Returns all and the visible columns of a list. */
export function useColumns<Row>(list: LookedList<Row>, { hidden }: { hidden: readonly string[] }) {
  const additions = useConfig()?.additions
  return useMemo(() => {
    const known = list.columns.filter((column) => additions || !column.addition)
    const visible = known.filter((column) => !hidden.includes(column.title))
    // Never empty, even if the list's columns have been renamed since.
    return [known, visible.length > 0 ? visible : known] as const
  }, [list.columns, hidden, additions])
}

/** Returns a stored list of column titles. */
export function useTitles(key: string, defaultValue: string[] = noTitles) {
  return useLocalStorage<string[]>({ key, defaultValue, getInitialValueInEffect: false, deserialize: readTitles })
}

const noTitles: string[] = []

function readTitles(stored: string | undefined): string[] {
  try {
    return titles.catch([]).parse(JSON.parse(stored ?? '[]'))
  } catch {
    return []
  }
}
