import { type RawBuilder, sql } from 'kysely'

/** A column by its name, or what is made of some. */
type Column = string | RawBuilder<unknown>

/** Whether a column begins with a text, in any letter case. Served by an index on lower(column). */
export function startsWith(column: Column, text: string): RawBuilder<boolean> {
  return sql<boolean>`lower(${inSql(column)}) like ${`${escapeLike(text)}%`}`
}

/**
 * Whether a name contains a text, in any letter case. A text of one or two letters must stand where a word begins,
 * because the trigram index on lower(column) cannot find it elsewhere.
 */
export function nameMatches(column: Column, text: string): RawBuilder<boolean> {
  return text.length < 3
    ? sql<boolean>`(${startsWith(column, text)} or ${contains(column, ` ${text}`)})`
    : contains(column, text)
}

/**
 * Whether an account number begins with these digits; other text begins none. All have ten digits, so a beginning is a range,
 * which the index finds under any collation.
 */
export function accountNumberBegins(column: string, digits: string): RawBuilder<boolean> {
  if (!/^\d{1,10}$/.test(digits)) return sql<boolean>`false`
  return sql<boolean>`${sql.ref(column)} between ${digits.padEnd(10, '0')} and ${digits.padEnd(10, '9')}`
}

/** Whether these columns of a short table, read one after the other, hold every word of a text, in any letter case. */
export function everyWordIn(columns: readonly string[], text: string): RawBuilder<boolean> {
  const whole = sql`concat_ws(' ', ${sql.join(columns.map((column) => sql.ref(column)))})`
  const words = text.split(/\s+/).filter(Boolean)
  const found = words.map((word) => sql`lower(${whole}) like ${`%${escapeLike(word)}%`}`)
  return sql<boolean>`${sql.join([sql`true`, ...found], sql` and `)}`
}

function contains(column: Column, text: string): RawBuilder<boolean> {
  return sql<boolean>`lower(${inSql(column)}) like ${`%${escapeLike(text)}%`}`
}

function inSql(column: Column): RawBuilder<unknown> {
  return typeof column === 'string' ? sql.ref(column) : column
}

function escapeLike(text: string): string {
  return text.toLowerCase().replace(/[\\%_]/g, '\\$&')
}
