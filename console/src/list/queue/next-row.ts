interface Identified {
  id: string
}

/**
 * Returns the row to decide after one: the next open one in the order in which that one was last seen, or else the first.
 * `seen` is that order, `open` has the rows that are open now.
 */
export function nextRow<Row extends Identified>(
  seen: readonly Row[],
  open: readonly Row[],
  id: string,
): Row | undefined {
  const later = seen.slice(seen.findIndex((row) => row.id === id) + 1)
  return firstOpen(later, open, id) ?? open.find((row) => row.id !== id)
}

/** Returns the open row before one, in the order in which that one was last seen. */
export function previousRow<Row extends Identified>(
  seen: readonly Row[],
  open: readonly Row[],
  id: string,
): Row | undefined {
  const at = seen.findIndex((row) => row.id === id)
  return firstOpen(seen.slice(0, Math.max(at, 0)).toReversed(), open, id)
}

function firstOpen<Row extends Identified>(rows: readonly Row[], open: readonly Row[], id: string): Row | undefined {
  for (const { id: candidate } of rows) {
    const found = open.find((row) => row.id === candidate && row.id !== id)
    if (found) return found
  }
  return undefined
}
