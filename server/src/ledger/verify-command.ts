import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '../db/database.ts'
import { withDatabase } from '../db/with-database.ts'
import { makeSeal } from '../seal.ts'
import { serverRoot } from '../server-folder.ts'
import { secretsIfKnown } from '../settings.ts'
import { StartupError } from '../startup-error.ts'
import { readAnchor } from './audit-seals/anchor.ts'
import { findSealFaults } from './audit-seals/seal-faults.ts'
import { findingLine } from './finding.ts'
import { findUnopened } from './find-unopened.ts'
import { allChecks, faultCounts, verifyLedger } from './verify.ts'

/**
 * Checks the ledger and the audit of the server's database, by SECRET the proofs of audit seals and every sealed value, and a
 * head that was kept elsewhere (`--anchor`). `--at` is the time that a restored database shows. Each finding is printed on its
 * own line, with exit code 1.
 */
await withDatabase(async (url) => {
  const { values } = parseArgs({ options: { anchor: { type: 'string' }, at: { type: 'string' } } })
  const at = values.at === undefined ? undefined : new Date(values.at)
  if (at && Number.isNaN(at.getTime())) throw new StartupError(`--at is not a time: ${values.at}`)
  const anchor = values.anchor === undefined ? null : readAnchor(values.anchor)
  const secrets = secretsIfKnown(process.env, dirname(serverRoot()))
  const database = openDatabase(url, { max: 1, applicationName: 'kobo-console verify' })
  try {
    const findings = await verifyLedger(database.db, allChecks, at)
    const seal = secrets === null ? null : makeSeal(secrets)
    findings.auditGaps.push(...(await findSealFaults(database.db, { anchor, seal })))
    if (seal !== null) findings.auditGaps.push(...(await findUnopened(database.db, seal)))
    for (const finding of Object.values(findings).flat()) process.stdout.write(`${findingLine(finding)}\n`)
    if (secrets === null) {
      process.stdout.write('Sealed values and the proofs of audit seals were not checked: SECRET is not set\n')
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
