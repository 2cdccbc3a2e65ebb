import type { Transaction } from '../db/database.ts'
import { insertRows } from '../db/insert-rows.ts'
import type { Exchange } from '../rails/switch.ts'
import { uuidv7 } from '../uuid.ts'

/** Steps shown on a transaction's page. */
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

/** Request and response of an exchange with a provider, as logged. */
export interface LogEntry {
  code?: string | null
  request?: object | null
  response?: object | null
}

export interface TrailEntry {
  category: Step
  /** Adds a log row. */
  log?: LogEntry
  /** Text of the step in the overview, which replaces its earlier text. */
  sentence?: string
  /** False while the step is awaited. */
  completed?: boolean
}

/** Trail entries of one transaction. */
export interface Trail {
  transaction: { id: string; merchant_id: string }
  at: Date
  entries: readonly TrailEntry[]
}

/** Writes log rows and overview steps of a transaction in order; the overview shows the newest step of a category. */
export async function writeTrail(
  db: Transaction,
  transaction: Trail['transaction'],
  at: Date,
  entries: readonly TrailEntry[],
): Promise<void> {
  await writeTrails(db, [{ transaction, at, entries }])
}

/** Writes the trail entries of several transactions. */
export async function writeTrails(db: Transaction, trails: readonly Trail[]): Promise<void> {
  const { logs, steps } = trailRows(trails)
  await insertRows(
    db,
    'payout_log',
    logs.map(({ ms, transaction, category, code, request, response }) => {
      return { ...common(ms, transaction), category, response_code: code, request, response }
    }),
  )
  await insertRows(
    db,
    'activity',
    steps.map(({ ms, transaction, category, completed, sentence }) => {
      return { ...common(ms, transaction), category, completed, description: sentence }
    }),
  )
}

interface TrailRow {
  transaction: Trail['transaction']
  ms: number
  category: Step
}

interface LogRow extends TrailRow, Required<LogEntry> {}

interface StepRow extends TrailRow {
  completed: boolean
  sentence: string
}

/** Converts trails to rows, each a millisecond after the one before, because they are shown in order of time. */
export function trailRows(trails: readonly Trail[]): { logs: LogRow[]; steps: StepRow[] } {
  const logs: LogRow[] = []
  const steps: StepRow[] = []
  for (const { transaction, at, entries } of trails) {
    for (const [position, { category, log, sentence, completed = true }] of entries.entries()) {
      const row = { transaction, ms: at.getTime() + position, category }
      if (log) {
        const { code = null, request = null, response = null } = log
        logs.push({ ...row, code, request, response })
      }
      if (sentence !== undefined) steps.push({ ...row, completed, sentence })
    }
  }
  return { logs, steps }
}

function common(ms: number, { id, merchant_id }: Trail['transaction']) {
  return { id: uuidv7(ms), transaction_id: id, merchant_id, created_at: new Date(ms).toISOString() }
}

/** Log entry of an exchange with the switch. */
export function logOf({ code, request, response, problem }: Exchange): LogEntry {
  return { code, request, response: response ?? { problem } }
}
