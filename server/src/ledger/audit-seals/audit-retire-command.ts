import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '../../db/database.ts'
import { withDatabase } from '../../db/with-database.ts'
import { makeSeal } from '../../seal.ts'
import { serverRoot } from '../../server-folder.ts'
import { readAuditYears, secretsIfKnown } from '../../settings.ts'
import { StartupError } from '../../startup-error.ts'
import { countUnremoved, exportRetirement, findRetirement, recordRetirement, removeRetired } from './retire-audit.ts'

const usage = 'Usage: npm run audit:retire -- --to audit-until-2019.jsonl [--dry-run]'

/**
 * Writes the audit that is older than AUDIT_YEARS to a file, checks the file, records its hash and removes the rows; their seals
 * stay. Continues where an earlier run was interrupted. `--dry-run` only says what would happen.
 */
await withDatabase(async (url) => {
  const { values } = parseArgs({ options: { to: { type: 'string' }, 'dry-run': { type: 'boolean' } } })
  const isDry = values['dry-run'] === true
  if (values.to === undefined && !isDry) throw new StartupError(usage)
  const years = readAuditYears(process.env)
  if (years === null) throw new StartupError('AUDIT_YEARS is not set: the audit is kept for ever.')
  const secrets = secretsIfKnown(process.env, dirname(serverRoot()))
  if (secrets === null) throw new StartupError('SECRET is not set: the proofs of the seals cannot be checked.')
  const database = openDatabase(url, { max: 1, applicationName: 'kobo-console audit:retire' })
  const { db } = database
  const say = (text: string) => void process.stdout.write(`${text}\n`)
  try {
    const waiting = await countUnremoved(db)
    if (waiting > 0 && isDry)
      return say(`${counted(waiting)} would be removed that an earlier run has written to its file`)
    if (waiting > 0)
      return say(`${counted(await removeRetired(db))} removed that an earlier run had written to its file`)
    const found = await findRetirement(db, years)
    if (found === null) return say(`No sealed record is older than ${years} years`)
    const about = `seals ${found.firstSeal} to ${found.lastSeal}, ${counted(found.records)} until ${found.until}`
    if (isDry) return say(`${about}, would be written to a file, checked and removed`)
    const path = values.to ?? ''
    const sha256 = await exportRetirement(db, makeSeal(secrets), found, path)
    say(`${about}, are in ${path}, which has no fault; SHA-256 ${sha256}`)
    await recordRetirement(db, found, { path, sha256 })
    say(`${counted(await removeRetired(db))} removed`)
  } finally {
    await database.close()
  }
})

function counted(records: number): string {
  return `${records.toLocaleString('en')} records`
}
