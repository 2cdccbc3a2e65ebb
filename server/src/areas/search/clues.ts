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

/** One thing that a record may be found by: what is exact comes before what begins with the text, and both before the others. */
export interface Clue {
  why: HitReason
  /** Whether the text is all of it. */
  exact?: RawBuilder<boolean>
  begins?: RawBuilder<boolean>
  /** The order of the index that has those, in which a few of very many are read without all the others. */
  along?: RawBuilder<unknown>
  /** Whether the text is any piece of it. */
  partial?: RawBuilder<boolean>
}

/** Says nothing, and lets an index that begins with the mode be used. */
const inAnyMode = sql`mode in (${sql.join(modes.options.map((mode) => sql.lit(mode)))})`
/** So many records stand for whatever else a piece of a reference may name. */
const calledAtMost = 200

export function byId(id: string | undefined, column = 'id'): Clue[] {
  return equal('ID', column, id)
}

/** A whole value, or one of several forms of it. */
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

/** What stands in capitals and is found by its beginning too. */
export function byBeginning(why: HitReason, column: string, text: string | undefined): Clue[] {
  if (text === undefined) return []
  const [exact, begins] = isAndBegins(column, text)
  return [{ why, exact, begins, along: inCapitals(column) }]
}

/** All ten digits, or how they begin. */
export function byAccountNumber(column: string, digits: string | undefined): Clue[] {
  if (digits === undefined) return []
  const why = 'ACCOUNT_NUMBER'
  if (digits.length === 10) return equal(why, column, digits)
  return [{ why, begins: accountNumberBegins(column, digits), along: sql.ref(column) }]
}

/**
 * By what something else is called that the record names. The ids of those come first, as a list: joined with them, a planner
 * that takes them for many reads the whole table.
 */
export function byReferenceOf(
  column: string,
  text: string | undefined,
  ids: (isCalled: RawBuilder<boolean>) => RawBuilder<unknown>,
): Clue[] {
  if (text === undefined) return []
  const [exact, begins] = isAndBegins('reference', text).map(
    (isCalled) => sql<boolean>`${sql.ref(column)} = any(array(${ids(isCalled)}))`,
  )
  return [{ why: 'REFERENCE', exact, begins }]
}

/** The first of what has a reference, in the order of its index. */
export function firstCalled(called: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${called} order by ${inCapitals('reference')} limit ${sql.lit(calledAtMost)}`
}

function inCapitals(column: string): RawBuilder<unknown> {
  return sql`${sql.ref(column)} using ~<~`
}

function isAndBegins(column: string, text: string): [RawBuilder<boolean>, RawBuilder<boolean>] {
  return [sql`${sql.ref(column)} = ${text}`, beginsWith(column, text)]
}
