import { lagosDay } from '@kobo/contract/kit/day'
import type { Transaction } from '../db/database.ts'
import { notifyAdministrators } from '../jobs/mail-queue.ts'
import type { HarmfulFinding } from '../ledger/verify.ts'
import type { Engine } from './engine.ts'

/** Summarises the findings of a check in one sentence. */
export function wordsOf(findings: readonly HarmfulFinding[]): string {
  const count = findings.reduce((sum, finding) => sum + finding.count, 0)
  return `The ledger check found ${count} ${count === 1 ? 'discrepancy' : 'discrepancies'}: ${findings.map(({ kind }) => kind).join(', ')}`
}

/** Emails the findings to administrators, at most once a day. */
export async function mailFindings(
  engine: Pick<Engine, 'jobs' | 'seal'>,
  db: Transaction,
  findings: readonly HarmfulFinding[],
  at: Date,
): Promise<void> {
  const lines = findings.map(({ count, sentence, ids }) => {
    const named = ids.length < count ? `${ids.join(', ')} and ${count - ids.length} more` : ids.join(', ')
    return `${count} × ${sentence}: ${named}`
  })
  const text = [
    `${wordsOf(findings)}.`,
    '',
    ...lines,
    '',
    'See Ledger Position in the console, or run "npm run verify".',
  ].join('\n')
  const key = `ledger-check ${lagosDay(at)}`
  await notifyAdministrators(engine, db, { subject: 'The ledger check found discrepancies', text, key })
}
