import { type RawBuilder, sql } from 'kysely'
import { searchText, searchWords } from './search-text.ts'

/** A column name, or an expression on columns. */
type Column = string | RawBuilder<unknown>

/** Whether a column begins with a text, in any letter case. Served by an index on lower(column). */
export function startsWith(column: Column, text: string): RawBuilder<boolean> {
  return sql<boolean>`lower(${inSql(column)}) like ${`${escapeLike(text)}%`}`
}

/** Number of longest words searched in the index: each further one costs more than filtering the remaining rows. */
const indexedTerms = 3

/** Number of letters of a name in the index of names: a longer key might not fit into it. */
const indexedLetters = 100

/**
 * Whether a name has every word of a text, in any order, with or without accents and signs; false for a text without words. A
 * word of one or two letters must begin a word of the name, because the trigram index on search_text(column) cannot find it
 * elsewhere.
 */
export function nameMatches(column: Column, text: string): RawBuilder<boolean> {
  const terms = searchWords(text)
  if (terms.length === 0) return sql<boolean>`false`
  const patterns = terms
    .toSorted((a, b) => b.length - a.length)
    .map((term) => (term.length < 3 ? `% ${term}%` : `%${term}%`))
  const found = patterns.slice(0, indexedTerms).map((pattern) => likeSearched(column, pattern))
  if (patterns.length > indexedTerms) found.push(sql`search_text(${inSql(column)}) like all(${patterns})`)
  return sql<boolean>`(${sql.join(found, sql` and `)})`
}

/** Whether a name consists of exactly the words of a text, in its order. Served by the trigram index. */
export function nameIs(column: Column, text: string): RawBuilder<boolean> {
  return anyOf(fullTextForms(text).map((form) => isSearched(column, form)))
}

/** The same, served by the index in the order of names. */
export function indexedNameIs(column: Column, text: string): RawBuilder<boolean> {
  return anyOf(
    fullTextForms(text).map((form) => {
      const isIndexed = sql<boolean>`${nameKey(column)} = ${indexed(form)}`
      return form.length < indexedLetters ? isIndexed : sql<boolean>`${isIndexed} and ${isSearched(column, form)}`
    }),
  )
}

/** Whether a name begins with the words of a text, in its order. Served by an index in the order of names. */
export function nameBegins(column: Column, text: string): RawBuilder<boolean> {
  const fullText = searchText(text)
  const begins = beginsWith(nameKey(column), indexed(fullText))
  return fullText.length > indexedLetters ? sql`(${begins} and ${likeSearched(column, `${fullText}%`)})` : begins
}

/** The order of the index of names. */
export function nameOrder(column: Column): RawBuilder<unknown> {
  return sql`${nameKey(column)} using ~<~`
}

function nameKey(column: Column): RawBuilder<unknown> {
  return sql`left(search_text(${inSql(column)}), ${sql.lit(indexedLetters)})`
}

/** Cuts as the database does: a letter beyond the Basic Multilingual Plane is one character, not two. */
function indexed(text: string): string {
  return Array.from(text).slice(0, indexedLetters).join('')
}

/**
 * Whether a column begins with a text exactly as written, as a range for which an index with text_pattern_ops is used even if the
 * text is unknown at planning time.
 */
export function beginsWith(column: Column, text: string): RawBuilder<boolean> {
  const fullText = inSql(column)
  return sql<boolean>`(${fullText} ~>=~ ${text} and ${fullText} ~<=~ ${`${text}\u{10ffff}`})`
}

/**
 * Whether an account number begins with these digits; false for other text. All have ten digits, so a prefix is a range, for
 * which the index is used under any collation.
 */
export function accountNumberBegins(column: string, digits: string): RawBuilder<boolean> {
  if (!/^\d{1,10}$/.test(digits)) return sql<boolean>`false`
  return sql<boolean>`${sql.ref(column)} between ${digits.padEnd(10, '0')} and ${digits.padEnd(10, '9')}`
}

/** Whether these columns of a small table, concatenated, contain every word of a text, in any letter case. */
export function everyWordIn(columns: readonly string[], text: string): RawBuilder<boolean> {
  const fullText = sql`concat_ws(' ', ${sql.join(columns.map((column) => sql.ref(column)))})`
  const terms = text.split(/\s+/).filter(Boolean)
  const found = terms.map((term) => sql`lower(${fullText}) like ${`%${escapeLike(term)}%`}`)
  return sql<boolean>`${sql.join([sql`true`, ...found], sql` and `)}`
}

/** Normalised text contains no wildcards, so that it needs no escaping. */
function likeSearched(column: Column, pattern: string): RawBuilder<boolean> {
  return sql<boolean>`search_text(${inSql(column)}) like ${pattern}`
}

/** A name with `&` for `and` contains neither once normalised, so the form without `and` matches too. */
function fullTextForms(text: string): string[] {
  const fullText = searchText(text)
  return fullText === ' ' ? [] : [fullText, fullText.replaceAll(' and ', ' ')]
}

function isSearched(column: Column, form: string): RawBuilder<boolean> {
  return sql`search_text(${inSql(column)}) = ${form}`
}

function anyOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`
}

function inSql(column: Column): RawBuilder<unknown> {
  return typeof column === 'string' ? sql.ref(column) : column
}

function escapeLike(text: string): string {
  return text.toLowerCase().replace(/[\\%_]/g, '\\$&')
}
