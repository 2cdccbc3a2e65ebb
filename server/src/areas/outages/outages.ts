import type { Outages, outside } from '@kobo/contract/outages'
import { sql } from 'kysely'
import type { Handler } from '../../http/handler.ts'
import { countWaiting } from '../../jobs/queue-statements.ts'
import { findBank } from '../../rails/banks.ts'

/** Age from which a server's report is stale, because the server has stopped. */
const freshMs = 90_000

const kinds = ['bank', 'questions', 'receiver'] as const

/** Returns the external services with problems, as reported by all servers; banks of the session's mode only. */
export const currentOutages: Handler<typeof outside.trouble> = async (_input, { db, mode, now }) => {
  const rows = await db
    .selectFrom('lane_trouble')
    .select((row) => [
      'lane',
      row.fn.countAll().as('servers'),
      row.fn.min('since').as('since'),
      sql<boolean>`bool_or(state = 'open')`.as('is_open'),
    ])
    .where('seen_at', '>', new Date(now.getTime() - freshMs).toISOString())
    .groupBy('lane')
    .orderBy('since')
    .execute()
  const waiting = await countWaiting(
    db,
    rows.map(({ lane }) => lane),
  )
  return {
    trouble: rows.flatMap(({ lane, servers, since, is_open }) => {
      const [prefix, ...rest] = lane.split(':')
      const kind = kinds.find((candidate) => candidate === prefix)
      if (!kind || (kind !== 'receiver' && rest.length > 2 && rest[2] !== mode)) return []
      const state: Outages['state'] = is_open ? 'open' : 'slow'
      const service = kind === 'receiver' ? { name: rest.join(':'), route: null } : bankOf(rest)
      return [{ kind, ...service, state, since, servers: Number(servers), waiting: waiting.get(lane) ?? 0 }]
    }),
  }
}

function bankOf([route = '', code = '']: string[]) {
  return { name: findBank(code)?.name ?? code, route }
}
