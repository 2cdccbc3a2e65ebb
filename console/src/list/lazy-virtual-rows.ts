import { createElement, useEffect, useState } from 'react'
import type { ListRow } from './list-call.ts'
import { ListRows, type RowsProps } from './list-rows.tsx'

let inSight: typeof ListRows | undefined

/** Loads the virtualised rows. If that fails, all rows are rendered, which is slower but otherwise equivalent. */
async function load(): Promise<void> {
  inSight ??= await import('./virtual-rows.tsx').then(
    (file) => file.VirtualRows,
    () => ListRows,
  )
}

/** Loads the virtualised rows if wanted, and returns whether they are available. */
export function useLongRows(wanted: boolean): boolean {
  const [isThere, setIsThere] = useState(inSight !== undefined)
  useEffect(() => {
    if (!wanted) return undefined
    let isHere = true
    void load().then(() => isHere && setIsThere(true))
    return () => {
      isHere = false
    }
  }, [wanted])
  return isThere
}

/** Rows of a long list, rendered once their component has loaded. */
export function LongRows<Row extends ListRow>(props: RowsProps<Row>) {
  return inSight ? createElement<RowsProps<Row>>(inSight, props) : null
}
