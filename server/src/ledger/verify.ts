import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '../db/database.ts'
import { balanceChecks } from './checks/balance-checks.ts'
import { batchChecks } from './checks/batch-checks.ts'
import { billChecks } from './checks/bill-checks.ts'
import { cardChecks } from './checks/card-checks.ts'
import { type Check, queriesOf, setCheckedAt, type Severity } from './checks/check.ts'
import { checkoutChecks } from './checks/checkout-checks.ts'
import { childChecks } from './checks/child-checks.ts'
import { countChecks } from './checks/count-checks.ts'
import { dayChecks } from './checks/day-checks.ts'
import { decisionChecks } from './checks/decision-checks.ts'
import { disputeChecks } from './checks/dispute-checks.ts'
import { freezeChecks } from './checks/freeze-checks.ts'
import { holdChecks } from './checks/hold-checks.ts'
import { issuedCardChecks } from './checks/issued-card-checks.ts'
import { lienChecks } from './checks/lien-checks.ts'
import { messageChecks } from './checks/message-checks.ts'
import { noteChecks } from './checks/note-checks.ts'
import { notificationChecks } from './checks/notification-checks.ts'
import { payableChecks } from './checks/payable-checks.ts'
import { collectionChecks } from './checks/collection-checks.ts'
import { chargeChecks } from './checks/charge-checks.ts'
import { profitChecks } from './checks/profit-checks.ts'
import { referenceChecks } from './checks/reference-checks.ts'
import { refundChecks } from './checks/refund-checks.ts'
import { roleChecks } from './checks/role-checks.ts'
import { sealChecks } from './checks/seal-checks.ts'
import { settlementChecks } from './checks/settlement-checks.ts'
import { splitChecks } from './checks/split-checks.ts'
import { storeChecks } from './checks/store-checks.ts'
import { transactionChecks } from './checks/transaction-checks.ts'
import { workChecks } from './checks/work-checks.ts'
import { transferChecks } from './checks/transfer-checks.ts'
import type { Finding } from './finding.ts'

/** A finding with its harm. */
export type HarmfulFinding = Finding & { harm: Severity }

export type Findings = Record<Severity, Finding[]>

/** Checks of the ledger's consistency. */
const bookChecks: readonly Check[] = [
  ...transferChecks,
  ...transactionChecks,
  ...collectionChecks,
  ...cardChecks,
  ...issuedCardChecks,
  ...checkoutChecks,
  ...childChecks,
  ...refundChecks,
  ...billChecks,
  ...payableChecks,
  ...disputeChecks,
  ...splitChecks,
  ...settlementChecks,
  ...storeChecks,
  ...holdChecks,
  ...balanceChecks,
  ...dayChecks,
  ...profitChecks,
  ...countChecks,
  ...decisionChecks,
  ...batchChecks,
  ...freezeChecks,
  ...roleChecks,
  ...lienChecks,
  ...workChecks,
  ...messageChecks,
  ...noteChecks,
  ...notificationChecks,
  ...referenceChecks,
  ...sealChecks,
]

/** All checks, including whether charges match the rates in force. */
export const allChecks: readonly Check[] = [...bookChecks, ...chargeChecks]

/**
 * Recomputes everything from the entries, holds and transactions of one snapshot, and returns the differences. `at` is the
 * time that a restored database shows; without it, rows are judged as of now.
 */
export async function verifyLedger(db: Database, checks = bookChecks, at?: Date): Promise<Findings> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      if (at) await setCheckedAt(snapshot, at)
      return await findViolations(snapshot, checks)
    })
}

/** Returns the faults that one database transaction sees. */
export async function findViolations(db: Transaction, checks = bookChecks): Promise<Findings> {
  const findings: Findings = { lost: [], duplicated: [], imbalance: [], auditGaps: [] }
  await raiseLimits(db)
  for (const check of checks) {
    const found: HarmfulFinding[][] = []
    for (const rows of await queriesOf(db, check)) found.push(await runQuery(db, check, rows))
    for (const { harm, ...finding } of mergeFindings(found)) findings[harm].push(finding)
  }
  return findings
}

/** Returns the findings of one check: each chunk in its own snapshot, which blocks no writers. */
export async function findFaultsOf(db: Database, check: Check): Promise<HarmfulFinding[]> {
  const inSnapshot = <T>(work: (snapshot: Transaction) => Promise<T>) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (snapshot) => {
        await raiseLimits(snapshot)
        return await work(snapshot)
      })
  const found: HarmfulFinding[][] = []
  for (const rows of await inSnapshot((snapshot) => queriesOf(snapshot, check))) {
    found.push(await inSnapshot((snapshot) => runQuery(snapshot, check, rows)))
  }
  return mergeFindings(found)
}

async function raiseLimits(db: Transaction): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db)
  await sql`set local work_mem = '128MB'`.execute(db)
}

/** Merges the findings of all chunks of a check, one of each kind. */
function mergeFindings(chunks: readonly HarmfulFinding[][]): HarmfulFinding[] {
  const sums = new Map<string, HarmfulFinding>()
  for (const finding of chunks.flat()) {
    const sum = sums.get(finding.kind)
    const merged = sum && { count: sum.count + finding.count, ids: [...sum.ids, ...finding.ids].slice(0, 5) }
    sums.set(finding.kind, { ...finding, ...merged })
  }
  return [...sums.values()]
}

async function runQuery(
  db: Transaction,
  { faults }: Check,
  rows: RawBuilder<{ kind: string; id: string }>,
): Promise<HarmfulFinding[]> {
  const found = await sql<{ kind: string; count: bigint; ids: string[] }>`
    select kind, count(*) as count, array_agg(id order by id) filter (where place <= 5) as ids
    from (select kind, id::text, row_number() over (partition by kind order by id) as place from (${rows}) as found)
      as numbered
    group by kind`.execute(db)
  return found.rows.map(({ kind, count, ids }) => {
    const fault = faults[kind]
    if (!fault) throw new Error(`A check reported ${kind}, which it does not describe`)
    return { harm: fault.harm, kind, count: Number(count), ids, sentence: fault.sentence }
  })
}

/** Number of faults per harm. */
export function faultCounts(findings: Findings): Record<Severity, number> {
  const sum = (found: readonly Finding[]) => found.reduce((total, { count }) => total + count, 0)
  return {
    lost: sum(findings.lost),
    duplicated: sum(findings.duplicated),
    imbalance: sum(findings.imbalance),
    auditGaps: sum(findings.auditGaps),
  }
}
