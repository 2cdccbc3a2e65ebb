import { createElement, useEffect, useState } from 'react'
import type { ListRow } from './list-call.ts'
import { ListRows, type RowsProps } from './list-rows.tsx'

let inSight: typeof ListRows | undefined

/** What draws only the rows in sight; where it cannot be had, all rows stand in the page, which is slower and as good. */
async function load(): Promise<void> {
  inSight ??= await import('./virtual-rows.tsx').then(
    (file) => file.VirtualRows,
    () => ListRows,
  )
}

/** Loads what draws a long list, and says whether it is there. */
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

/** The rows of a long list, once what draws them is there. */
export function LongRows<Row extends ListRow>(props: RowsProps<Row>) {
  return inSight ? createElement<RowsProps<Row>>(inSight, props) : null
}
