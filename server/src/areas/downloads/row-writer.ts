/** Value as in a reply. */
export type Cell = string | number | boolean | null

/** Encodes an export in chunks. Each call returns the bytes completed since the last one. */
export interface RowWriter {
  add(rows: readonly (readonly Cell[])[]): Promise<Uint8Array>
  end(): Promise<Uint8Array>
}

/** Instant in the contract's format. */
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

/** Returns the instant that a text contains; null for a day or any other value. */
export function instantOf(value: Cell): Date | null {
  return typeof value === 'string' && instant.test(value) ? new Date(value) : null
}
