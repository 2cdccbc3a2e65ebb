import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { writeAudit } from '../../db/audit.ts'
import type { Database } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import type { Seal } from '../../seal.ts'
import { StartupError } from '../../startup-error.ts'
import { findingLine } from '../finding.ts'
import { utcText } from './audit-row.ts'
import { checkExport } from './check-export.ts'
import { exportAudit } from './export-audit.ts'
import { listRetired, retiredThrough } from './retired-audit.ts'

/** Oldest seals all of whose rows are older than what is kept. */
export interface Retirement {
  firstSeal: number
  lastSeal: number
  records: number
  /** Time of the newest record. */
  until: string
  /** Of the last seal, in hex. */
  hash: string
}

const rowsAtOnce = 5_000

/** Returns what may be retired when some years are kept; null if nothing is that old. */
export async function findRetirement(db: Database, years: number): Promise<Retirement | null> {
  const { rows } = await sql<Retirement>`
    with kept as (select now() - make_interval(years => ${years}) as since),
    old as (
      select seal.*, uuid_time(last_id) as newest_at from audit_seal as seal
      where no > ${retiredThrough} and no < coalesce(
        (select min(no) from audit_seal, kept where no > ${retiredThrough} and uuid_time(last_id) >= since), 2147483647)
    )
    select min(no) as "firstSeal", max(no) as "lastSeal", sum(n)::float8 as records,
      (select ${utcText('newest_at')} from old order by newest_at desc nulls last limit 1) as until,
      (select encode(hash, 'hex') from old order by no desc limit 1) as hash
    from old having sum(n) > 0`.execute(db)
  return rows[0] ?? null
}

/**
 * Writes the rows to a new file, or uses the file if it was written before, and checks it as `audit:check` does. Returns its
 * SHA-256 in hex; throws if it has any fault or other rows.
 */
export async function exportRetirement(
  db: Database,
  seal: Seal,
  retirement: Retirement,
  path: string,
): Promise<string> {
  const { firstSeal, lastSeal, records, hash } = retirement
  if (!existsSync(path)) await writeWhole(path, (to) => exportAudit(db, { firstSeal, lastSeal }, to))
  const input = createReadStream(path)
  const sha256 = createHash('sha256')
  input.on('data', (chunk) => sha256.update(chunk))
  const checked = await checkExport(createInterface({ input }), { seal, anchor: { no: lastSeal, hash } })
  if (checked.findings.length > 0) {
    throw new StartupError([...checked.findings.map(findingLine), 'Nothing is removed: run npm run verify.'].join('\n'))
  }
  const isSame = checked.firstSeal === firstSeal && checked.lastSeal === lastSeal && checked.rows === records
  if (!isSame || checked.unsealed > 0) throw new StartupError(`${path} has other records than are to be retired.`)
  return sha256.digest('hex')
}

/** Writes a file under another name until it is whole and on disk. */
async function writeWhole(path: string, write: (to: ReturnType<typeof createWriteStream>) => Promise<unknown>) {
  const part = `${path}.part`
  const file = createWriteStream(part, { flags: 'w', mode: 0o600 })
  await once(file, 'open')
  await write(file)
  file.end()
  await once(file, 'finish')
  await onDisk(part)
  await rename(part, path)
  await onDisk(dirname(path))
}

async function onDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Records that rows are in a file, in the audit too; from then on they may be removed. */
export async function recordRetirement(
  db: Database,
  { firstSeal, lastSeal, records, until }: Retirement,
  { path, sha256 }: { path: string; sha256: string },
): Promise<void> {
  const file = basename(path)
  await transact(db, async (t) => {
    const id = await writeAudit(
      t,
      { staffId: null, sessionId: null, mode: null, requestId: 'audit:retire', at: new Date() },
      {
        action: 'audit.retire',
        recordType: 'audit',
        recordId: `${firstSeal}-${lastSeal}`,
        after: { firstSeal, lastSeal, records, until, file, fileSha256: sha256 },
      },
    )
    await sql`
      insert into audit_retired (first_seal, last_seal, n, until, file_name, file_sha256, audit_id)
      values (${firstSeal}, ${lastSeal}, ${records}, ${until}, ${file}, decode(${sha256}, 'hex'), ${id})`.execute(t)
  })
}

/** Returns the number of recorded rows that are not removed yet. */
export async function countUnremoved(db: Database): Promise<number> {
  const newest = (await listRetired(db)).at(-1)
  if (!newest) return 0
  const { rows } = await sql<{ n: number }>`
    select count(*)::float8 as n from audit_sealed join audit on audit.id = audit_id
    where seal_no between ${newest.firstSeal} and ${newest.lastSeal}`.execute(db)
  return rows[0]?.n ?? 0
}

/** Removes the rows of the newest retirement in chunks, each in its own transaction, and returns how many there were. */
export async function removeRetired(db: Database): Promise<number> {
  const newest = (await listRetired(db)).at(-1)
  let removed = 0
  let after = { seal_no: newest?.firstSeal ?? 0, place: -1 }
  while (newest) {
    const { rows } = await sql<{ removed: number; seal_no: number; place: number }>`
      with chunk as (
        select audit_id, seal_no, place from audit_sealed
        where (seal_no, place) > (${after.seal_no}::int, ${after.place}::int) and seal_no <= ${newest.lastSeal}
        order by seal_no, place limit ${rowsAtOnce}
      ), gone as (
        delete from audit using chunk where audit.id = chunk.audit_id returning 1
      )
      select (select count(*)::int from gone) as removed, seal_no, place
      from chunk order by seal_no desc, place desc limit 1`.execute(db)
    const [reached] = rows
    if (!reached) break
    removed += reached.removed
    after = reached
  }
  return removed
}
