const mark = '/R'

/** Reference of a collection's nth refund. Callers cannot use such a reference for a payment. */
export function refundReference(reference: string, number: number): string {
  return `${reference}${mark}${number}`
}

/** Reference of the collection that such a transaction refunds. */
export function refundedReference(reference: string): string {
  const end = reference.lastIndexOf(mark)
  return end === -1 ? reference : reference.slice(0, end)
}
