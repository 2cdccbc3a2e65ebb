import { createElement, useEffect, useState } from 'react'
import type { ListRow } from './list-call.ts'
import { ListRows, type RowsProps } from './list-rows.tsx'

let Loaded: typeof ListRows | undefined

/** Loads the virtualised rows. If that fails, all rows are rendered, which is slower but otherwise equivalent. */
async function load(): Promise<void> {
  Loaded ??= await import('./virtual-rows.tsx').then(
    (file) => file.VirtualRows,
    () => ListRows,
  )
}

/** Loads the virtualised rows if needed, and returns whether they are available. */
export function useLongRows(isNeeded: boolean): boolean {
  const [isLoaded, setLoaded] = useState(Loaded !== undefined)
  useEffect(() => {
    if (!isNeeded) return undefined
    let isMounted = true
    void load().then(() => isMounted && setLoaded(true))
    return () => {
      isMounted = false
    }
  }, [isNeeded])
  return isLoaded
}

/** Rows of a long list, rendered once their component has loaded. */
export function LongRows<Row extends ListRow>(props: RowsProps<Row>) {
  return Loaded ? createElement<RowsProps<Row>>(Loaded, props) : null
}
