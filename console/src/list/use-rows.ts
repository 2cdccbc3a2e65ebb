import { useEffect, useState } from 'react'
import { ListRows } from './list-rows.tsx'

let inSight: typeof ListRows | undefined

/** What draws only the rows in sight; where it cannot be had, all rows stand in the page, which is slower and as good. */
async function loadInSight(): Promise<void> {
  inSight ??= await import('./virtual-rows.tsx').then(
    (file) => file.VirtualRows,
    () => ListRows,
  )
}

/** What draws the rows of a list, short or long; nothing while that is on its way. */
export function useRows(isLong: boolean): typeof ListRows | undefined {
  const [, setIsThere] = useState(inSight !== undefined)
  useEffect(() => {
    if (!isLong) return undefined
    let wanted = true
    void loadInSight().then(() => wanted && setIsThere(true))
    return () => {
      wanted = false
    }
  }, [isLong])
  return isLong ? inSight : ListRows
}
