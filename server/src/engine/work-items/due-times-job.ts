import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import type { JobKinds } from '../../jobs/job-kinds.ts'
import { firstId } from '../../jobs/item-jobs.ts'
import { runInChunks } from '../../jobs/run-in-chunks.ts'
import type { Engine } from '../engine.ts'
import { type Clock, dueTimes, readCalendar, readClocks } from './due-time.ts'

const itemsAtOnce = 500

interface OpenItem {
  id: string
  mode: string
  kind: string
  opened_at: string
  due_at: string
}

/** Recomputes the due times of open items after clocks or hours changed. What is late already stays late. */
export async function runDueTimesJob(engine: Engine, { kind, after }: JobKinds['work-due-times']): Promise<void> {
  const { db, jobs, clock } = engine
  let cursor = after
  await runInChunks(
    async () => {
      const items = await openItems(db, { kind, after: cursor, now: clock() })
      await recompute(db, items)
      cursor = items.at(-1)?.id ?? cursor
      return items.length === itemsAtOnce ? 'more' : 'done'
    },
    () => transact(db, (t) => jobs.enqueue(t, 'work-due-times', { kind, after: cursor })),
  )
}

async function openItems(
  db: Database,
  { kind, after, now }: JobKinds['work-due-times'] & { now: Date },
): Promise<OpenItem[]> {
  const found = db
    .selectFrom('work_item')
    .select(['id', 'mode', 'kind', 'opened_at', 'due_at'])
    .where('closed_at', 'is', null)
    .where('due_at', '>', now.toISOString())
    .where('id', '>', after || firstId)
  return await (kind === null ? found : found.where('kind', '=', kind)).orderBy('id').limit(itemsAtOnce).execute()
}

async function recompute(db: Database, items: readonly OpenItem[]): Promise<void> {
  if (items.length === 0) return
  await transact(db, async (t) => {
    const calendar = await readCalendar(t)
    const clocks = new Map<string, ReadonlyMap<string, Clock>>()
    for (const kind of new Set(items.map((item) => item.kind))) clocks.set(kind, await readClocks(t, kind))
    const rows = items.flatMap(({ id, mode, kind, opened_at, due_at }) => {
      const clock = clocks.get(kind)?.get(mode)
      if (clock === undefined) return []
      const ownDueAt = clock.minutes === null ? new Date(due_at) : null
      const { warnsAt, dueAt } = dueTimes(new Date(opened_at), ownDueAt, clock, calendar)
      return [{ id, warnsAt: warnsAt.toISOString(), dueAt: dueAt.toISOString() }]
    })
    await sql`
      update work_item set warns_at = computed.warns_at, due_at = computed.due_at
      from unnest(
        ${rows.map(({ id }) => id)}::uuid[],
        ${rows.map(({ warnsAt }) => warnsAt)}::timestamptz[],
        ${rows.map(({ dueAt }) => dueAt)}::timestamptz[]
      ) as computed (id, warns_at, due_at)
      where work_item.id = computed.id and closed_at is null`.execute(t)
  })
}
