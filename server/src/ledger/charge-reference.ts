import { type RawBuilder, sql } from 'kysely'

/** Nobody can give a payment such a reference: none of those that are taken from outside, or made here, has a slash. */
const mark = '/FEE'

/**
 * What the charge is called that is taken beside a payment of a child account, as a transaction of its own. Whoever looks for
 * the payment by the beginning of a reference finds both.
 */
export function chargeReference(reference: string): string {
  return reference + mark
}

/** What the payment is called that a charge belongs to; null for a reference of another kind. */
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
