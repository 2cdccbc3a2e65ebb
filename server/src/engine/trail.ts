import type { Transaction } from '../db/database.ts'
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

/** Writes what happened to a transaction, in the order given: log rows, and words for its overview, which shows the newest of a step. */
export async function writeTrail(
  db: Transaction,
  transaction: { id: string; merchant_id: string },
  at: Date,
  entries: readonly TrailEntry[],
): Promise<void> {
  const common = { merchant_id: transaction.merchant_id, transaction_id: transaction.id }
  const logs = []
  const steps = []
  for (const [position, { category, log, sentence, completed = true }] of entries.entries()) {
    // A millisecond apart, since that order is what is shown.
    const ms = at.getTime() + position
    const row = { ...common, category, created_at: new Date(ms).toISOString() }
    if (log) {
      const { code = null, request = null, response = null } = log
      logs.push({ ...row, id: uuidv7(ms), response_code: code, request: json(request), response: json(response) })
    }
    if (sentence !== undefined) steps.push({ ...row, id: uuidv7(ms), completed, description: sentence })
  }
  if (logs.length > 0) await db.insertInto('payout_log').values(logs).execute()
  if (steps.length > 0) await db.insertInto('activity').values(steps).execute()
}

/** What a log keeps of an exchange with the switch. */
export function logOf({ code, request, response, problem }: Exchange): LogEntry {
  return { code, request, response: response ?? { problem } }
}

function json(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value)
}
