import { dayEnd, dayStart, firstDay, lastDay } from '@kobo/contract/kit/day'
import { type RawBuilder, sql } from 'kysely'

/** Whole days in Lagos, `yyyy-MM-dd`, both ends included. */
export interface Days {
  from: string
  to: string
}

/** The days of a filter, either end of which may be open. */
export function daysBetween(from = firstDay, to = lastDay): Days {
  return { from, to }
}

/** Condition for rows whose instant in this column falls on the days. */
export function onDays(column: string, { from, to }: Days): RawBuilder<boolean> {
  const at = sql.ref(column)
  return sql<boolean>`(${at} >= ${dayStart(from).toISOString()} and ${at} < ${dayEnd(to).toISOString()})`
}
