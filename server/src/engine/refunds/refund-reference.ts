const mark = '/R'

/** What the transaction of a collection's refund is called, by its number among them. Nobody can give a payment such a reference. */
export function refundReference(reference: string, number: number): string {
  return `${reference}${mark}${number}`
}

/** What the collection is called that such a transaction refunds. */
export function refundedReference(reference: string): string {
  const end = reference.lastIndexOf(mark)
  return end === -1 ? reference : reference.slice(0, end)
}
