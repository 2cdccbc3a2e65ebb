import { mode as modes } from '@kobo/contract/kit/mode'
import type { HitReason } from '@kobo/contract/search'
import { type RawBuilder, sql } from 'kysely'
import {
  accountNumberBegins,
  beginsWith,
  indexedNameIs,
  nameBegins,
  nameMatches,
  nameOrder,
} from '../../db/text-match.ts'

/** One way to find a record. Exact matches rank before prefix matches, and both before partial ones. */
export interface Clue {
  why: HitReason
  /** Matches the whole value. */
  exact?: RawBuilder<boolean>
  begins?: RawBuilder<boolean>
  /** Order of the index for `begins`, in which the first of very many rows are read without the rest. */
  along?: RawBuilder<unknown>
  /** Matches any part of the value. */
  partial?: RawBuilder<boolean>
}

/** Always true; lets the planner use an index that begins with the mode. */
const inAnyMode = sql`mode in (${sql.join(modes.options.map((mode) => sql.lit(mode)))})`
/** Limit of the records that a partial reference resolves to. */
const maxReferenceMatches = 200

export function byId(id: string | undefined): Clue[] {
  return equal('ID', 'id', id)
}

/** Finds a record by a whole value, or by one of its forms. */
export function equal(why: HitReason, column: string, value: string | readonly string[] | undefined): Clue[] {
  if (value === undefined) return []
  const exact =
    typeof value === 'string'
      ? sql<boolean>`${sql.ref(column)} = ${value}`
      : sql<boolean>`${sql.ref(column)} = any(${value})`
  return [{ why, exact }]
}

export function byName(column: string, name: string | undefined): Clue[] {
  if (name === undefined) return []
  const begins = nameBegins(column, name)
  return [
    {
      why: 'NAME',
      exact: indexedNameIs(column, name),
      begins,
      along: nameOrder(column),
      partial: nameMatches(column, name),
    },
  ]
}

export function byEmail(email: string | undefined, isInMode = true): Clue[] {
  if (email === undefined) return []
  const [text, address] = [email.toLowerCase(), sql`lower(email)`]
  const along = sql`${address} using ~<~`
  const [exact, begins] = [sql<boolean>`${address} = ${text}`, beginsWith(address, text)]
  if (!isInMode) return [{ why: 'EMAIL', exact, begins, along }]
  const inMode = (condition: RawBuilder<boolean>) => sql<boolean>`${inAnyMode} and ${condition}`
  return [{ why: 'EMAIL', exact: inMode(exact), begins: inMode(begins), along: sql`mode, ${along}` }]
}

/** Finds a record by a value stored in capitals, whole or by prefix. */
export function byBeginning(why: HitReason, column: string, text: string | undefined): Clue[] {
  if (text === undefined) return []
  const [exact, begins] = isAndBegins(column, text)
  return [{ why, exact, begins, along: prefixOrder(column) }]
}

/** Finds a record by all ten digits of an account number, or by a prefix. */
export function byAccountNumber(column: string, digits: string | undefined): Clue[] {
  if (digits === undefined) return []
  const why = 'ACCOUNT_NUMBER'
  if (digits.length === 10) return equal(why, column, digits)
  return [{ why, begins: accountNumberBegins(column, digits), along: sql.ref(column) }]
}

/**
 * Finds a record by the reference of another one that it names. The other's IDs are read first, as an array: with a join, a
 * planner that expects many of them reads the whole table.
 */
export function byReferenceOf(
  column: string,
  text: string | undefined,
  ids: (matchesReference: RawBuilder<boolean>) => RawBuilder<unknown>,
): Clue[] {
  if (text === undefined) return []
  const [exact, begins] = isAndBegins('reference', text).map(
    (matchesReference) => sql<boolean>`${sql.ref(column)} = any(array(${ids(matchesReference)}))`,
  )
  return [{ why: 'REFERENCE', exact, begins }]
}

/** Limits the records with a matching reference to the first ones, in the order of its index. */
export function firstCalled(matching: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${matching} order by ${prefixOrder('reference')} limit ${sql.lit(maxReferenceMatches)}`
}

function prefixOrder(column: string): RawBuilder<unknown> {
  return sql`${sql.ref(column)} using ~<~`
}

function isAndBegins(column: string, text: string): [RawBuilder<boolean>, RawBuilder<boolean>] {
  return [sql`${sql.ref(column)} = ${text}`, beginsWith(column, text)]
}
