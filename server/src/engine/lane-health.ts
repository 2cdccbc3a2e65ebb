import type { Database } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import type { LaneTrouble, Lanes } from '../rails/lanes.ts'
import { uuidv7 } from '../uuid.ts'

/** Other servers ignore a report that has not been repeated for three times this long. */
const repeatMs = 30_000

/**
 * Stores which lanes are unhealthy in this process, so that every server can report all of them: on each change, and every
 * `repeatMs` while any lane is.
 */
export function startLaneHealthReports(
  { db, lanes, clock }: { db: Database; lanes: Lanes; clock: () => Date },
  onError: (error: unknown) => void,
  everyMs = 3_000,
): { stop(): Promise<void> } {
  const serverId = uuidv7()
  let lastReport = '[]'
  let reportedAtMs = 0
  let running: Promise<void> = Promise.resolve()

  async function report(trouble: readonly LaneTrouble[]): Promise<void> {
    const text = JSON.stringify(trouble)
    const at = clock()
    if (text === lastReport && (trouble.length === 0 || at.getTime() - reportedAtMs < repeatMs)) return
    const rows = trouble.map(({ lane, state, since }) => {
      return { server_id: serverId, lane, state, since: since.toISOString(), seen_at: at.toISOString() }
    })
    await transact(db, async (transaction) => {
      await transaction.deleteFrom('lane_trouble').where('server_id', '=', serverId).execute()
      if (rows.length > 0) await transaction.insertInto('lane_trouble').values(rows).execute()
    })
    lastReport = text
    reportedAtMs = at.getTime()
  }

  const timer = setInterval(() => {
    running = running.then(() => report(lanes.trouble())).catch(onError)
  }, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await running
      await report([]).catch(onError)
    },
  }
}
