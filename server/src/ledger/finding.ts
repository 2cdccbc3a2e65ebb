/** One kind of fault in the ledger. */
export interface Finding {
  kind: string
  count: number
  /** Up to five faulty ids. */
  ids: string[]
  sentence: string
}

/** Formats a finding as one line. */
export function findingLine({ kind, count, ids, sentence }: Finding): string {
  const shown = ids.length < count ? [...ids, '…'] : ids
  return `${count} × ${kind}: ${sentence}: ${shown.join(', ')}`
}
