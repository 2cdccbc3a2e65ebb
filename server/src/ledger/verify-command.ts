import { openDatabase } from '../db/database.ts'
import { withDatabase } from '../db/with-database.ts'
import { StartupError } from '../startup-error.ts'
import { allChecks, faultCounts, verifyLedger } from './verify.ts'

/** Checks the ledger of the server's database; each finding is printed on its own line, with exit code 1. */
await withDatabase(async (url) => {
  const database = openDatabase(url, { max: 1, applicationName: 'kobo-console verify' })
  try {
    const findings = await verifyLedger(database.db, allChecks)
    for (const { kind, count, ids, sentence } of Object.values(findings).flat()) {
      const shown = ids.length < count ? [...ids, '…'] : ids
      process.stdout.write(`${count} × ${kind}: ${sentence}: ${shown.join(', ')}\n`)
    }
    const { lost, duplicated, imbalance, auditGaps } = faultCounts(findings)
    process.stdout.write(`lost ${lost}, duplicated ${duplicated}, imbalance ${imbalance}, audit gaps ${auditGaps}\n`)
    if (lost + duplicated + imbalance + auditGaps > 0) process.exitCode = 1
  } catch (error) {
    throw isWithoutTables(error)
      ? new StartupError('The database has no tables yet. Run npm run migrate to create them.')
      : error
  } finally {
    await database.close()
  }
})

function isWithoutTables(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42P01'
}
