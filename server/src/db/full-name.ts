import { type RawBuilder, sql } from 'kysely'

/** Returns the full name of the person in a relation of a query; null if an outer join found nobody. */
export function fullName(relation: string): RawBuilder<string | null> {
  const [first, last] = [sql.ref(`${relation}.first_name`), sql.ref(`${relation}.last_name`)]
  return sql<string | null>`nullif(concat_ws(' ', ${first}, ${last}), '')`
}
