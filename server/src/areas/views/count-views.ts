import { daysOfViews } from '@kobo/contract/kit/date-presets'
import { lagosDay } from '@kobo/contract/kit/day'
import { maxPinnedViews, type PinnedView, storedSource, type ViewSource, type views } from '@kobo/contract/views'
import { sql } from 'kysely'
import { isStatementTimeout } from '../../db/database-errors.ts'
import type { Handler, ReadableList, ReadContext } from '../../http/handler.ts'
import { HttpError } from '../../http/http-error.ts'
import { readListFilters } from '../downloads/resolve-list.ts'
import { mayReadList } from './views.ts'

/** Limit of each statement that counts, so that a view never slows down the lists of others. */
const maxCountMs = 60
const keptMs = 30_000

type Count = Pick<PinnedView, 'total' | 'isMore' | 'problem'>

/** Counts of this process by view, version, mode, day and person, because some lists differ between people. */
const kept = new Map<string, { until: number; count: Count }>()

/** Counts the rows of the views that the operator pinned, one after the other. */
export const countViews: Handler<typeof views.counts> = async (_input, context) => {
  const { db, staff, lists } = context
  const rows = await db
    .selectFrom('list_view_use')
    .innerJoin('list_view', 'list_view.id', 'list_view_use.view_id')
    .select(['list_view.id', 'name', 'list_view.place', 'call', 'source', 'days', 'version'])
    .where('staff_id', '=', staff.id)
    .where('pinned_at', 'is not', null)
    .where('retired_at', 'is', null)
    .where((is) => is.or([is('scope', '=', 'TEAM'), is('owner_id', '=', staff.id)]))
    .orderBy('pinned_at')
    .orderBy('list_view.id')
    .limit(maxPinnedViews)
    .execute()
  const counted: PinnedView[] = []
  for (const { id, name, place, call, source: stored, days, version } of rows) {
    const list = lists.get(call)
    const source = storedSource.parse(stored)
    if (!list || !source || !mayReadList({ call }, context, staff)) continue
    const count = await countView({ id, version, days }, list, source, context)
    counted.push({ id, name, place, address: source.address, ...count })
  }
  return { views: counted }
}

interface CountedView {
  id: string
  version: number
  days: string | null
}

/** Returns the count of up to 30 seconds ago, or counts anew. Counts that failed are not kept. */
async function countView(
  { id, version, days }: CountedView,
  list: ReadableList,
  source: ViewSource,
  context: ReadContext,
): Promise<Count> {
  const { mode, staff, now } = context
  const today = lagosDay(now)
  const key = [id, version, mode, today, staff.id, staff.role.id, staff.role.version].join(' ')
  const before = kept.get(key)
  if (before && before.until > now.getTime()) return before.count
  const count = await countRows(list, requestOn(today, source, days), context)
  for (const [other, { until }] of kept) if (until <= now.getTime()) kept.delete(other)
  if (count.problem === null) kept.set(key, { until: now.getTime() + keptMs, count })
  return count
}

/** Returns the filters of a view on a day. */
function requestOn(today: string, { request }: ViewSource, days: string | null): Record<string, string> {
  const relative = daysOfViews(today).find(({ value }) => value === days)
  return { ...request, ...(relative && { startDate: relative.start, endDate: relative.end }) }
}

async function countRows(list: ReadableList, request: Record<string, string>, context: ReadContext): Promise<Count> {
  const problem = (kind: Count['problem']): Count => ({ total: null, isMore: false, problem: kind })
  try {
    const filters = readListFilters(list, request)
    const { totalRecords, isMore } = await context.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (db) => {
        await sql`set local statement_timeout = ${sql.lit(maxCountMs)}`.execute(db)
        return await list.read({ ...filters, page: 1, size: 1 }, { ...context, db })
      })
    return { total: totalRecords, isMore, problem: null }
  } catch (error) {
    if (isStatementTimeout(error)) return problem('SLOW')
    if (error instanceof HttpError) return problem('FILTERS')
    return problem('FAILED')
  }
}
