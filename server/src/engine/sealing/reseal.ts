import { sql } from 'kysely'
import type { Database, Transaction } from '../../db/database.ts'
import { isUnavailable } from '../../db/database-errors.ts'
import {
  closeRow,
  openRow,
  readSealedRows,
  type Reading,
  sealedBefore,
  type SealedRow,
  type SealedTable,
  sealedTables,
  unopenedRows,
  waitingMails,
} from '../../db/sealed-values.ts'
import { transact } from '../../db/transact.ts'
import { closeMail, openMail, type SealedMail } from '../../jobs/mail-queue.ts'
import { failedAmong, recordItemError } from '../../jobs/item-errors.ts'
import { firstId, type ItemJob } from '../../jobs/item-jobs.ts'
import { backfillCursor, saveBackfillCursor } from '../../ledger/backfill.ts'
import { renewProofs } from '../../ledger/audit-seals/proofs.ts'
import type { Files } from '../../rails/files.ts'
import type { Seal } from '../../seal.ts'
import { uuidv7 } from '../../uuid.ts'
import type { Engine } from '../engine.ts'

export interface Resealing extends Pick<Engine, 'db' | 'clock' | 'seal'> {
  files: Pick<Files, 'reseal'>
  /** Name of the previous secret's key, whose values are sealed anew; those of any other are left alone. */
  previousKey: string | null
}

/** What is left to seal anew in one place. */
interface Place {
  /** Seals some rows in one transaction and returns the last one's key, and the rows that failed; null if nothing is left. */
  chunk(after: string | null): Promise<Chunk | null>
  /** Seals one row alone. */
  one(key: string): Promise<void>
}

interface Chunk {
  last: string
  failed: { key: string; error: unknown }[]
}

const rowsAtOnce = 500
const filesAtOnce = 50
const name = 'reseal'
const everyMs = 10_000
/** A place where nothing was left is searched again after this long, since another server may seal with the previous secret yet. */
const quietMs = { rotating: 600_000, otherwise: 86_400_000 }

/**
 * Seals anew, in chunks, what the previous secret or an earlier release has sealed. Continues where it was interrupted, since it
 * looks for what is left. A row that fails is reported under its own name and retried; all others are sealed.
 */
export function resealJob(resealing: Resealing): ItemJob {
  const { seal, clock } = resealing
  const places = placesOf(resealing)
  const quietUntil = new Map<string, number>()
  return {
    name,
    due: { everyMs },
    async find(after) {
      // Servers of the release before would not read it.
      if (seal.form() === 1) return []
      const now = clock().getTime()
      return [...places.keys()].filter((place) => place > after && (quietUntil.get(place) ?? 0) <= now).toSorted()
    },
    async process(item) {
      const [place = '', key] = item.split(' ')
      const found = places.get(place)
      if (!found) return
      if (key !== undefined) return await found.one(key)
      if ((await resealPlace(resealing, place, found)) > 0) return
      quietUntil.set(place, clock().getTime() + quietMs[resealing.previousKey === null ? 'otherwise' : 'rotating'])
    },
  }
}

/** Seals everything of a place, chunk by chunk; returns the number of chunks. */
async function resealPlace({ db, clock }: Resealing, place: string, { chunk }: Place): Promise<number> {
  let chunks = 0
  for (let after: string | null = null; ; chunks++) {
    const done: Chunk | null = await chunk(after)
    if (done === null) return chunks
    const list = { job: name, period: '' }
    const items = done.failed.map(({ key }) => `${place} ${key}`)
    const known = await failedAmong(db, list, items)
    for (const [at, { error }] of done.failed.entries()) {
      const item = items[at] ?? ''
      // The job retries what it has reported.
      if (!known.has(item)) await recordItemError(db, { ...list, item }, error, clock())
    }
    after = done.last
  }
}

function placesOf(resealing: Resealing): Map<string, Place> {
  const { db, previousKey } = resealing
  const places = new Map<string, Place>(sealedTables.map((of) => [of.table, tablePlace(resealing, of)]))
  places.set('file', filePlace(resealing))
  places.set('mail', mailPlace(resealing))
  if (previousKey !== null) {
    const chunk = async () => {
      const read = await transact(db, (transaction) => renewProofs(transaction, resealing.seal, previousKey))
      return read === 0 ? null : { last: '', failed: [] }
    }
    places.set('proof', { chunk, one: async () => {} })
  }
  return places
}

function tablePlace({ db, seal, previousKey }: Resealing, of: SealedTable): Place {
  const where = sealedBefore(of, previousKey)
  const some = async (transaction: Transaction, reading: Pick<Reading, 'after' | 'limit' | 'where' | 'lock'>) => {
    await sql`set local statement_timeout = 0`.execute(transaction)
    return await readSealedRows(transaction, of, reading)
  }
  const one = async (key: string) =>
    await transact(db, async (transaction) => {
      const ofKey = sql<boolean>`${sql.ref(of.id)} = ${key} and ${where}`
      const rows = await some(transaction, { after: null, limit: 1, where: ofKey, lock: sql`for update` })
      const [failed] = await sealRowsAnew(transaction, { seal, of, rows })
      if (failed) throw failed.error
    })
  const chunk = async (after: string | null) => {
    // Never waits for a row that something else has locked: the next pass takes it.
    const next = { after, limit: rowsAtOnce, where, lock: sql`for no key update skip locked` }
    try {
      return await transact(db, async (transaction) => {
        const rows = await some(transaction, next)
        return chunkOf(rows, await sealRowsAnew(transaction, { seal, of, rows }))
      })
    } catch (error) {
      if (isUnavailable(error)) throw error
      // A row that the database rejects fails its chunk: each is then sealed alone.
      const rows = await transact(db, async (transaction) => await some(transaction, next))
      const failed: Chunk['failed'] = []
      for (const { key } of rows) await one(key).catch((problem: unknown) => failed.push({ key, error: problem }))
      return chunkOf(rows, failed)
    }
  }
  return { chunk, one }
}

function chunkOf(rows: readonly { key: string }[], failed: Chunk['failed']): Chunk | null {
  const last = rows.at(-1)
  return last ? { last: last.key, failed } : null
}

/** Stores the rows sealed anew and returns those that cannot be opened. */
async function sealRowsAnew(
  db: Transaction,
  { seal, of, rows }: { seal: Seal; of: SealedTable; rows: readonly SealedRow[] },
): Promise<Chunk['failed']> {
  const failed: Chunk['failed'] = []
  const changed: SealedRow[] = []
  for (const row of rows) {
    const { key } = row
    const sealed = tried(() => closeRow(seal, of, { key, clear: openRow(seal, of, row) }))
    if (sealed === null) failed.push({ key, error: new Error(unopened) })
    else changed.push({ ...sealed, key })
  }
  if (of.table === 'bvn_record') await dropTwins(db, changed)
  if (changed.length > 0) await updateRows(db, of, changed)
  return failed
}

/** Two servers with different secrets may each have stored the record of one BVN: that of the previous secret goes. */
async function dropTwins(db: Transaction, changed: SealedRow[]): Promise<void> {
  const stored = await db
    .selectFrom('bvn_record')
    .select('bvn')
    .where('bvn', 'in', ['', ...changed.map(({ bvn }) => bvn ?? '')])
    .execute()
  for (const { bvn } of stored) {
    const at = changed.findIndex((row) => row['bvn'] === bvn)
    const [twin] = changed.splice(at, 1)
    if (!twin) continue
    await sql`
      update bvn_record set watch_listed = true
      where bvn = ${bvn} and (select watch_listed from bvn_record where bvn = ${twin.key})`.execute(db)
    await db.deleteFrom('bvn_record').where('bvn', '=', twin.key).execute()
  }
}

async function updateRows(db: Transaction, of: SealedTable, changed: readonly SealedRow[]): Promise<void> {
  // The columns of all rows, those that a row has none of as null.
  const columns = [...new Set(changed.flatMap((row) => Object.keys(row)))].filter((column) => column !== 'key')
  const arrays = ['key', ...columns].map((column) => sql`${changed.map((row) => row[column] ?? null)}::text[]`)
  const sets = columns.map((column) => sql`${sql.ref(column)} = change.${sql.ref(column)}`)
  const names = ['key', ...columns].map((column) => sql.ref(column))
  await sql`
    update ${sql.table(of.table)} as stored set ${sql.join(sets)}
    from unnest(${sql.join(arrays)}) as change (${sql.join(names)})
    where stored.${sql.ref(of.id)} = change.key${of.id === 'bvn' ? sql`` : sql`::uuid`}`.execute(db)
}

/** Emails that wait, or that an operator can queue again. */
function mailPlace({ db, seal, previousKey }: Resealing): Place {
  const byKey = previousKey === null ? sql`` : sql`or data ->> 'sealed' like ${`v2.${previousKey}.%`}`
  const where = sql<boolean>`${waitingMails} and (data ->> 'sealed' not like 'v2.%' ${byKey})`
  const some = async (transaction: Transaction, chosen: ReturnType<typeof sql<boolean>>): Promise<Chunk | null> => {
    const { rows } = await sql<{ key: string } & SealedMail>`
      select id::text as key, data ->> 'sealed' as sealed, data ->> 'id' as id from pgboss.job
      where ${where} and ${chosen} order by id limit ${rowsAtOnce} for update skip locked`.execute(transaction)
    const failed: Chunk['failed'] = []
    for (const { key, ...mail } of rows) {
      const data = tried(() => closeMail(seal, openMail(seal, mail)))
      if (data === null) {
        failed.push({ key, error: new Error(unopened) })
        continue
      }
      await sql`
        update pgboss.job set data = ${JSON.stringify(data)}::jsonb where name = 'mail' and id = ${key}::uuid`.execute(
        transaction,
      )
    }
    return chunkOf(rows, failed)
  }
  return {
    chunk: async (after) =>
      await transact(db, (transaction) => some(transaction, after === null ? sql`true` : sql`id > ${after}::uuid`)),
    async one(key) {
      const done = await transact(db, (transaction) => some(transaction, sql`id = ${key}::uuid`))
      const [failed] = done?.failed ?? []
      if (failed) throw failed.error
    },
  }
}

/** Stored files, each sealed for itself. */
function filePlace({ db, files, previousKey }: Resealing): Place {
  return {
    async chunk(after) {
      const rows = await db
        .selectFrom('file')
        .select('id as key')
        .where('status', '=', 'READY')
        .where((eb) => eb.or([eb('sealed_with', 'is', null), eb('sealed_with', '=', previousKey)]))
        .where('id', '>', after ?? firstId)
        .orderBy('id')
        .limit(filesAtOnce)
        .execute()
      const failed: Chunk['failed'] = []
      for (const { key } of rows) {
        try {
          await files.reseal(db, key)
        } catch (error) {
          if (isUnavailable(error)) throw error
          failed.push({ key, error })
        }
      }
      return chunkOf(rows, failed)
    },
    one: async (key) => await files.reseal(db, key),
  }
}

const unopened =
  'It cannot be opened with any secret of this server: it was altered, exchanged, or sealed with another one'

/** Result of opening and closing; null if a value cannot be opened. */
function tried<T>(seal: () => T): T | null {
  try {
    return seal()
  } catch {
    return null
  }
}

/** Seals the numbers that releases before sealing stored in clear, once, before anything else reads or changes their rows. */
export async function sealClearNumbers(db: Database, seal: Seal): Promise<void> {
  if ((await backfillCursor(db, allSealed)) !== null) return
  for (const of of sealedTables) {
    for (const column of of.numbers) {
      const where = sql<boolean>`${sql.ref(column)} not like 's1.%' and ${sql.ref(column)} not like 'h2.%'`
      for (let more = true; more; ) {
        more = await transact(db, async (transaction) => {
          await sql`set local statement_timeout = 0`.execute(transaction)
          const rows = await readSealedRows(transaction, of, {
            after: null,
            limit: rowsAtOnce,
            where,
            lock: sql`for update`,
          })
          const changed = rows.map((row): SealedRow => {
            const clear = of.numbers.flatMap((each): [string, string][] =>
              isClear(row[each]) ? [[each, row[each]]] : [],
            )
            return { ...row, ...closeRow(seal, of, { key: row.key, clear: new Map(clear) }) }
          })
          if (changed.length > 0) await updateRows(transaction, of, changed)
          return changed.length > 0
        })
      }
    }
  }
  await saveBackfillCursor(db, allSealed, uuidv7())
}

const allSealed = 'personal numbers sealed'

function isClear(number: string | null | undefined): number is string {
  return typeof number === 'string' && !/^(s1|h2)\./.test(number)
}

/** Opens every sealed value once a day, and fails, which is reported, for a table with a value that was altered or exchanged. */
export function watchSealed({ db, seal }: { db: Database; seal: Seal }): ItemJob {
  const tables = new Map(sealedTables.map((of) => [of.table, of]))
  return {
    name: 'open-sealed',
    due: { dailyAtMs: 5 * 3_600_000 },
    find: async (after) => [...tables.keys()].filter((table) => table > after).toSorted(),
    async process(table) {
      const of = tables.get(table)
      const { count, ids } = of ? await unopenedRows(db, seal, of) : { count: 0, ids: [] }
      if (count > 0) throw new Error(`${count} rows with a sealed value that cannot be opened: ${ids.join(', ')}`)
    },
  }
}
