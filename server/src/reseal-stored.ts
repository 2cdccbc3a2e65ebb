import { sql } from 'kysely'
import type { Database } from './db/database.ts'
import { transact } from './db/transact.ts'
import { renewProofs } from './ledger/audit-seals/proofs.ts'
import { saveBackfillCursor, backfillCursor } from './ledger/backfill.ts'
import { numberSealed, type Seal } from './seal.ts'
import { StartupError } from './startup-error.ts'
import { uuidv7 } from './uuid.ts'

/** Columns with long-lived sealed values: personal numbers and shared secrets. */
const columns = [
  { table: 'wallet', column: 'bvn', isNumber: true },
  { table: 'wallet', column: 'nin', isNumber: true },
  { table: 'merchant', column: 'bvn', isNumber: true },
  { table: 'merchant', column: 'identity_number', isNumber: true },
  { table: 'director', column: 'bvn', isNumber: true },
  { table: 'bvn_record', column: 'bvn', isNumber: true },
  { table: 'webhook_endpoint', column: 'sealed_secret', isNumber: false },
  { table: 'second_factor', column: 'sealed_secret', isNumber: false },
] as const

type SealedColumn = (typeof columns)[number]

const atOnce = 1_000
/** If one row is enough, no other is read, not even for sorting. */
const anyRow = sql``
const allSealed = 'personal numbers sealed'

/**
 * Seals once the numbers that older releases stored in clear, and if there is a previous secret, reseals values sealed with it
 * and proves its audit seals anew. Throws if a value or the audit was sealed with neither secret.
 */
export async function resealStored(db: Database, seal: Seal, before: Seal | null): Promise<void> {
  const isFirst = (await backfillCursor(db, allSealed)) === null
  // If everything was sealed with one secret, one row per column shows whether it is the current one.
  const isFullRun = isFirst || before !== null
  const limit = isFullRun ? atOnce : 1
  for (const column of columns) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const last = await sealSome(db, column, { seal, before, after, limit })
      after = isFullRun ? last : undefined
    }
  }
  if (isFirst) await saveBackfillCursor(db, allSealed, uuidv7())
  await renewProofs(db, seal, before)
}

interface Piece {
  seal: Seal
  before: Seal | null
  /** Last value of the previous batch. */
  after: string
  limit: number
}

async function sealSome(
  db: Database,
  place: SealedColumn,
  { after, limit, ...seals }: Piece,
): Promise<string | undefined> {
  const [table, column] = [sql.table(place.table), sql.ref(place.column)]
  return await transact(db, async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction)
    const { rows } = await sql<{ stored: string }>`
      select ${column} as stored from ${table} where ${column} > ${after}
      ${limit === 1 ? anyRow : sql`order by ${column}`} limit ${limit}
    `.execute(transaction)
    const changes = rows.flatMap(({ stored }) => {
      const sealed = sealedAnew(place, stored, seals)
      return sealed === stored ? [] : [{ stored, sealed }]
    })
    if (changes.length > 0) {
      await sql`
        update ${table} set ${column} = change.sealed
        from unnest(${changes.map(({ stored }) => stored)}::text[], ${changes.map(({ sealed }) => sealed)}::text[])
          as change (stored, sealed)
        where ${sql.ref(`${place.table}.${place.column}`)} = change.stored
      `.execute(transaction)
    }
    return rows.at(-1)?.stored
  })
}

function sealedAnew(
  { isNumber }: SealedColumn,
  stored: string,
  { seal, before }: Pick<Piece, 'seal' | 'before'>,
): string {
  if (isNumber && !stored.startsWith(numberSealed)) return seal.closeNumber(stored)
  const open = (by: Seal) => (isNumber ? by.openNumber(stored) : by.open(stored))
  try {
    open(seal)
    return stored
  } catch {
    if (before === null) throw anotherSecret()
  }
  try {
    return isNumber ? seal.closeNumber(open(before)) : seal.close(open(before))
  } catch {
    throw anotherSecret()
  }
}

function anotherSecret(): StartupError {
  return new StartupError(
    'The database was sealed with another SECRET: start with that one, or set it as PREVIOUS_SECRET.',
  )
}
