/** A value as a reply holds it. */
export type Cell = string | number | boolean | null

/** Makes the bytes of a file of rows piece by piece; each answer is what has become certain by then. */
export interface RowWriter {
  add(rows: readonly (readonly Cell[])[]): Promise<Uint8Array>
  end(): Promise<Uint8Array>
}

/** An instant as the contract writes it. */
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

/** The instant that a text names; null for a day and for whatever else stands in its place. */
export function instantOf(value: Cell): Date | null {
  return typeof value === 'string' && instant.test(value) ? new Date(value) : null
}
