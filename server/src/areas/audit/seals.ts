import type { auditSeals } from '@kobo/contract/audit-seals'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Handler } from '../../http/handler.ts'
import { newestSeal } from '../../ledger/audit-seals/audit-seal.ts'
import { oldestUnsealed } from '../../ledger/audit-seals/seal-rows.ts'
import { sealChecks } from '../../ledger/checks/seal-checks.ts'

/** Returns how far the audit is sealed, and what the last check found. */
export const sealState: Handler<typeof auditSeals.state> = async (_, { db }) => {
  const head = await newestSeal(db)
  const oldest = await oldestUnsealed(db)
  return {
    head: head && { no: head.no, hash: head.hash, at: new Date(head.at).toISOString() },
    sealedRecords: head?.total ?? 0,
    oldestUnsealedAt: oldest === null ? null : new Date(oldest).toISOString(),
    lastCheck: await lastCheck(db),
  }
}

async function lastCheck(db: Database) {
  const kinds = sealChecks.flatMap(({ faults }) => Object.keys(faults))
  const { rows } = await sql<{ endedAt: string; faults: number }>`
    select ended_at as "endedAt", (
      select coalesce(sum((finding ->> 'count')::int), 0)::int from jsonb_array_elements(findings) as finding
      where finding ->> 'kind' = any(${kinds})
    ) as faults
    from ledger_check where ended_at is not null and done >= total order by id desc limit 1`.execute(db)
  return rows[0] ?? null
}
