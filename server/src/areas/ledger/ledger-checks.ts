import type { ledger, LedgerCheck } from '@kobo/contract/ledger'
import { sql } from 'kysely'
import type { Handler } from '../../http/handler.ts'
import { staffName } from '../../http/display.ts'
import { retriesExhaustedAfterMs, isClaimedByWorker, requestLedgerCheck } from '../../engine/ledger-check.ts'

type Findings = LedgerCheck['findings']

interface CheckRow {
  id: string
  created_at: string
  moved_at: string
  is_being_made: boolean
  ended_at: string | null
  done: number
  total: number
  findings: Findings
  first_name: string | null
  last_name: string
}

/** Returns the findings of the last ledger check and the progress of the running one. */
export const ledgerChecks: Handler<typeof ledger.check> = async (_, { db, now }) => {
  const { rows } = await sql<CheckRow>`
    select ledger_check.*, ${isClaimedByWorker} as is_being_made, first_name, last_name
    from (
      select * from ledger_check where ended_at is null
      union all
      (select * from ledger_check where ended_at is not null order by id desc limit 1)
    ) as ledger_check left join staff on staff.id = staff_id
  `.execute(db)
  const shown = rows.map((row) => asCheck(row, now))
  const running = shown.find(({ status }) => status === 'RUNNING')
  const stopped = shown.find(({ endedAt }) => endedAt === null && running === undefined)
  return { running: running ?? null, last: stopped ?? shown.find(({ endedAt }) => endedAt !== null) ?? null }
}

function asCheck(row: CheckRow, now: Date): LedgerCheck {
  const { id, done, total, findings } = row
  return {
    id,
    status: statusOf(row, now),
    startedAt: row.created_at,
    endedAt: row.ended_at,
    done,
    total,
    requestedBy: row.first_name === null ? null : staffName(row),
    findings,
  }
}

function statusOf({ ended_at, moved_at, is_being_made, done, total, findings }: CheckRow, now: Date): string {
  if (ended_at === null)
    return is_being_made || now.getTime() - Date.parse(moved_at) < retriesExhaustedAfterMs ? 'RUNNING' : 'STOPPED'
  if (findings.length > 0) return 'FAILED'
  return done < total ? 'STOPPED' : 'PASSED'
}

/** Starts a ledger check unless one is running. */
export const startLedgerCheck: Handler<typeof ledger.startCheck> = async (_, { db, jobs, staff, now, audit }) => {
  const { checkId, isNew } = await requestLedgerCheck(db, jobs, { staffId: staff.id, at: now })
  await audit({ action: 'ledger.check', recordType: 'ledger_check', recordId: checkId, after: { isNew } })
  return { message: isNew ? 'Ledger check started' : 'A ledger check is already running', data: { checkId } }
}
