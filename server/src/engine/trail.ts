import type { Transaction } from '../db/database.ts'
import { insertRows } from '../db/insert-rows.ts'
import type { Exchange } from '../rails/switch.ts'
import { uuidv7 } from '../uuid.ts'

/** The steps that a transaction shows. */
export type Step =
  | 'SESSION_INIT'
  | 'TRANSFER_INIT'
  | 'FUND_PENDING'
  | 'FUND_FAILED'
  | 'FUND_SUCCESS'
  | 'PROVIDER_CHARGES_SETTLEMENT'
  | 'COMMISSION_CHARGE_ON_PROVIDER'
  | 'TRANSFER_SUCCESSFUL'
  | 'TRANSACTION_STATUS'
  | 'TRANSFER_WEBHOOK'
  | 'COLLECTION_WEBHOOK'

/** What was asked and answered; a part of an exchange with the switch. */
export interface LogEntry {
  code?: string | null
  request?: object | null
  response?: object | null
}

export interface TrailEntry {
  category: Step
  /** Writes a log row. */
  log?: LogEntry
  /** What the overview says of the step from now on. */
  sentence?: string
  /** False while the step is waited for. */
  completed?: boolean
}

/** What happened to one transaction. */
export interface Trail {
  transaction: { id: string; merchant_id: string }
  at: Date
  entries: readonly TrailEntry[]
}

/** Writes what happened to a transaction, in the order given: log rows, and words for its overview, which shows the newest of a step. */
export async function writeTrail(
  db: Transaction,
  transaction: Trail['transaction'],
  at: Date,
  entries: readonly TrailEntry[],
): Promise<void> {
  await writeTrails(db, [{ transaction, at, entries }])
}

/** Writes what happened to some transactions. */
export async function writeTrails(db: Transaction, trails: readonly Trail[]): Promise<void> {
  const rows = trails.flatMap(({ transaction, at, entries }) =>
    entries.map((entry, position) => {
      // A millisecond apart, since that order is what is shown.
      const ms = at.getTime() + position
      const { id: transaction_id, merchant_id } = transaction
      return { entry, ms, common: { transaction_id, merchant_id, category: entry.category, created_at: iso(ms) } }
    }),
  )
  const logs = rows.flatMap(({ entry: { log }, ms, common }) => {
    if (!log) return []
    const { code = null, request = null, response = null } = log
    return [{ ...common, id: uuidv7(ms), response_code: code, request, response }]
  })
  const steps = rows.flatMap(({ entry: { sentence, completed = true }, ms, common }) =>
    sentence === undefined ? [] : [{ ...common, id: uuidv7(ms), completed, description: sentence }],
  )
  await insertRows(db, 'payout_log', logs)
  await insertRows(db, 'activity', steps)
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}

/** What a log keeps of an exchange with the switch. */
export function logOf({ code, request, response, problem }: Exchange): LogEntry {
  return { code, request, response: response ?? { problem } }
}
