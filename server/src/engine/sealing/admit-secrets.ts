import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { keyUses, openRow, readSealedRows, sealedTables } from '../../db/sealed-values.ts'
import { hasProofs, provenOnlyBy } from '../../ledger/audit-seals/proofs.ts'
import type { Seal } from '../../seal.ts'
import { StartupError } from '../../startup-error.ts'

/**
 * Refuses a server without a secret that has sealed something; then registers the secrets that it has, so that no later server
 * starts without them while they are needed.
 */
export async function admitSecrets(db: Database, seal: Seal): Promise<void> {
  const registered = (await db.selectFrom('sealing_key').select('name').execute()).map(({ name }) => name)
  if (registered.length === 0) await refuseAnotherSecret(db, seal)
  const missing = registered.filter((name) => !seal.keys.includes(name))
  if (missing.length > 0) await refuseNeeded(db, seal, missing)
  await sql`
    insert into sealing_key (name) select unnest(${seal.keys}::text[]) on conflict do nothing`.execute(db)
  await sql`delete from sealing_key where name = any(${missing})`.execute(db)
}

/** Databases of earlier releases name no keys: one row of each table shows whether it was sealed with another secret. */
async function refuseAnotherSecret(db: Database, seal: Seal): Promise<void> {
  const another = new StartupError(
    'The database was sealed with another SECRET: start with that one, or set it as PREVIOUS_SECRET.',
  )
  for (const of of sealedTables) {
    const sealed = sql.join(
      [...of.numbers, ...of.values].map((column) => sql`${sql.ref(column)} is not null`),
      sql` or `,
    )
    const [row] = await readSealedRows(db, of, { after: null, limit: 1, where: sql`(${sealed})` })
    try {
      if (row) openRow(seal, of, row)
    } catch {
      throw another
    }
  }
  if (!(await hasProofs(db, seal))) throw another
}

async function refuseNeeded(db: Database, seal: Seal, missing: readonly string[]): Promise<void> {
  const uses = await keyUses(db)
  for (const name of missing) {
    const found = uses.filter(({ key, values }) => values > 0 && (key === name || key === null))
    const where = found.map((use) => use.where)
    if ((await provenOnlyBy(db, { name, by: seal.keys })) > 0) where.push('proofs of audit seals')
    if (where.length === 0) continue
    throw new StartupError(
      `A secret that this server does not have (key ${name}) is still needed for: ${[...new Set(where)].join(', ')}. ` +
        'Set it as PREVIOUS_SECRET until "npm run sealing" no longer lists it; if it is none of yours, check SECRET.',
    )
  }
}
