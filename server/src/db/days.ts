import { dayEnd, dayStart } from '@kobo/contract/kit/day'
import { type RawBuilder, sql } from 'kysely'

/** Whole days in Lagos, `yyyy-MM-dd`, both ends included. */
export interface Days {
  from: string
  to: string
}

/** Whole years whose days JavaScript and PostgreSQL write alike. */
const allDays: Days = { from: '0002-01-01', to: '9998-12-31' }

/** The days of a filter, either end of which may be open. */
export function daysBetween(from = allDays.from, to = allDays.to): Days {
  return { from: from < allDays.from ? allDays.from : from, to: to > allDays.to ? allDays.to : to }
}

/** Holds for the rows whose instant in this column falls on the days. */
export function onDays(column: string, { from, to }: Days): RawBuilder<boolean> {
  const at = sql.ref(column)
  return sql<boolean>`(${at} >= ${dayStart(from).toISOString()} and ${at} < ${dayEnd(to).toISOString()})`
}
