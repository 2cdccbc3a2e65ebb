import { mode as modes } from '@kobo/contract/kit/mode'
import type { HitReason } from '@kobo/contract/search'
import { type RawBuilder, sql } from 'kysely'
import { nameMatches, startsWith } from '../../db/like.ts'
import { type Hit, hitsPerKind, type Looking } from './hits.ts'
import type { Meaning } from './read-text.ts'

/** One thing that a record may be found by, and how exactly it is. */
interface Clue {
  why: HitReason
  where: RawBuilder<boolean>
  rank: RawBuilder<unknown>
}

interface FoundRow {
  id: string
  mode: string
  created_at: string
  why: HitReason
  rank: number
  status: string
  merchant_id: string
  title: string
  detail: string | null
}

const exactly = sql`0`
/** Says nothing, and lets an index that begins with the mode be used. */
const inAnyMode = sql`mode in (${sql.join(modes.options.map((mode) => sql.lit(mode)))})`

/** Merchants by id, name, e-mail address, phone, or the BVN of theirs or of a director. */
export async function findMerchants(looking: Looking, meaning: Meaning): Promise<Hit[]> {
  const clues = cluesOf(meaning, 'business_name')
  if (meaning.personalNumber !== undefined) {
    const number = looking.seal.closeNumber(meaning.personalNumber)
    const ofDirector = sql`select merchant_id from director where bvn = ${number}`
    clues.push({ why: 'BVN', where: sql`bvn = ${number} or id in (${ofDirector})`, rank: exactly })
  }
  const columns = sql`id, mode, created_at, status, id as merchant_id, business_name as title, email as detail`
  const rows = await findBy(clues, looking, columns, sql`merchant`)
  return rows.map((row) => ({ ...asHit(row), kind: 'merchant' }))
}

/** Customers' wallets by id, name, e-mail address, phone, BVN or NIN. */
export async function findWallets(looking: Looking, meaning: Meaning): Promise<Hit[]> {
  const clues = cluesOf(meaning, 'account_name')
  if (meaning.personalNumber !== undefined) {
    const number = looking.seal.closeNumber(meaning.personalNumber)
    clues.push({ why: 'BVN', where: sql`bvn = ${number}`, rank: exactly })
    clues.push({ why: 'NIN', where: sql`nin = ${number}`, rank: exactly })
  }
  const columns = sql`id, mode, created_at, status, merchant_id, account_name as title, (
    select business_name from merchant where merchant.id = wallet.merchant_id) as detail`
  const rows = await findBy(clues, looking, columns, sql`wallet`)
  return rows.map((row) => ({ ...asHit(row), kind: 'wallet', walletId: row.id }))
}

/** Batches of payouts by id or reference. */
export async function findBatches(looking: Looking, { id, reference }: Meaning): Promise<Hit[]> {
  const clues: Clue[] = []
  if (id !== undefined) clues.push({ why: 'ID', where: sql`id = ${id}`, rank: exactly })
  if (reference !== undefined) {
    const rank = sql`case when reference = ${reference} then 0 else 1 end`
    clues.push({ why: 'REFERENCE', where: sql`reference ^@ ${reference}`, rank })
  }
  const columns = sql`id, mode, created_at, status, merchant_id, reference as title, (
    select business_name from merchant where merchant.id = bulk_batch.merchant_id) as detail`
  const rows = await findBy(clues, looking, columns, sql`bulk_batch`)
  return rows.map((row) => ({ ...asHit(row), kind: 'batch' }))
}

/** Merchants or wallets that are found by what both have. */
function cluesOf({ id, name, email, phones }: Meaning, nameColumn: string): Clue[] {
  const clues: Clue[] = []
  if (id !== undefined) clues.push({ why: 'ID', where: sql`id = ${id}`, rank: exactly })
  if (name !== undefined)
    clues.push({ why: 'NAME', where: nameMatches(nameColumn, name), rank: closeness(nameColumn, name) })
  if (email !== undefined) {
    clues.push({
      why: 'EMAIL',
      where: sql`${inAnyMode} and ${startsWith('email', email)}`,
      rank: closeness('email', email),
    })
  }
  if (phones) clues.push({ why: 'PHONE', where: sql`phone_number = any(${phones})`, rank: exactly })
  return clues
}

function closeness(column: string, text: string): RawBuilder<number> {
  return sql<number>`case when lower(${sql.ref(column)}) = ${text.toLowerCase()} then 0
    when ${startsWith(column, text)} then 1 else 2 end`
}

/** For each clue the first few of its records, those of this mode before the others, the exact ones before the others. */
async function findBy(
  clues: readonly Clue[],
  { db, mode }: Looking,
  columns: RawBuilder<unknown>,
  table: RawBuilder<unknown>,
): Promise<FoundRow[]> {
  if (clues.length === 0) return []
  const branches = clues.map(
    ({ why, where, rank }) => sql`(
      select ${columns}, ${sql.lit(why)} as why, ${rank} as rank from ${table} where ${where}
      order by mode = ${mode} desc, rank, created_at desc, id desc limit ${hitsPerKind})`,
  )
  const { rows } = await sql<FoundRow>`${sql.join(branches, sql` union all `)}`.execute(db)
  return rows
}

function asHit(row: FoundRow) {
  const { id, mode, title, detail, status, rank } = row
  const { created_at: createdAt, merchant_id: merchantId, why } = row
  return { id, mode, title, detail: detail ?? '', status, createdAt, merchantId, why: [why], rank }
}
