import { type RawBuilder, sql } from 'kysely'

/** Cannot occur in other references: those that we accept or generate contain no slash. */
const mark = '/FEE'

/** Reference of the linked charge of a child account's payment. A search for the payment by prefix finds both. */
export function chargeReference(reference: string): string {
  return reference + mark
}

/** Reference of the payment that a linked charge belongs to; null for another kind of reference. */
export function chargedReference(reference: string): string | null {
  return reference.endsWith(mark) ? reference.slice(0, -mark.length) : null
}

/** `chargeReference` as an expression. */
export function chargeReferenceOf(reference: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`${reference} || ${sql.lit(mark)}`
}

/** `chargedReference` as an expression. */
export function chargedReferenceOf(reference: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql<
    string | null
  >`case when ${reference} like ${sql.lit(`%${mark}`)} then left(${reference}, ${sql.lit(-mark.length)}) end`
}
