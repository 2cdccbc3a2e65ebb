import type { Mode } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Transaction } from '@kobo/server/db/database'
import { dayMs } from '../calendar.ts'
import { encoded } from './copy-rows.ts'
import type { Party } from './parties.ts'

/** Customer accounts of a mode, oldest first; columns indexed by position. */
export interface Holders {
  count: number
  ids: Uint8Array
  merchantIds: Uint8Array
  /** Zero for a merchant's own account. */
  walletIds: Uint8Array
  /** Position of the merchant's own account, which is its own owner. */
  owners: Int32Array
  isWallet: Uint8Array
  parties: readonly Party[]
  /** Interval in which money moves on the account. */
  opens: Float64Array
  ends: Float64Array
  /** Daily debit limit and balance limit in kobo. */
  dayLimits: Float64Array
  balanceLimits: Float64Array
  /** Positions of the merchants' own accounts and of the wallets. */
  businesses: readonly number[]
  wallets: readonly number[]
  /** Wallets by their owner's position. */
  walletsOf: ReadonlyMap<number, readonly number[]>
  positionOf(accountId: string): number | undefined
}

interface Row {
  id: string
  merchant_id: string
  wallet_id: string | null
  created_at: string
  account_name: string
  account_number: string
  bank_code: string
  is_active: boolean
  tier: number | null
  has_papers: boolean
  has_children: boolean
}

/** Daily debit limit and balance limit in kobo, by tier. */
const limits = [
  [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  [5_000_000, 30_000_000],
  [20_000_000, 50_000_000],
  [500_000_000, Number.POSITIVE_INFINITY],
] as const

/** Time since the last transaction of an inactive merchant or customer. */
const silentMs = 45 * dayMs

/** Loads the accounts that move money; those that were ever frozen do not, since a history must not begin inside a freeze. */
export async function loadHolders(db: Transaction, mode: Mode, now: Date): Promise<Holders> {
  const { rows } = await sql<Row>`
    select a.id, a.merchant_id, a.wallet_id, a.created_at, a.account_name, a.account_number, a.bank_code,
      m.status = 'ACTIVE' and coalesce(w.status, 'ACTIVE') = 'ACTIVE' as is_active, w.tier,
      w.id is null or num_nonnulls(w.bvn, w.nin) >= least(w.tier, 2) as has_papers,
      exists (select from account c where c.wallet_id = w.id and c.kind = 'CHILD') as has_children
    from account a join merchant m on m.id = a.merchant_id left join wallet w on w.id = a.wallet_id
    where a.mode = ${mode} and a.kind in ('MERCHANT', 'WALLET') and coalesce(w.status, 'ACTIVE') <> 'PENDING' and a.created_at < ${now.toISOString()}
      and not exists (
        select from account_freeze f where f.merchant_id = a.merchant_id and coalesce(f.account_id, a.id) = a.id)
    order by a.created_at, a.id
  `.execute(db)
  const count = rows.length
  const ids = new Uint8Array(count * 16)
  const merchantIds = new Uint8Array(count * 16)
  const walletIds = new Uint8Array(count * 16)
  const [opens, ends] = [new Float64Array(count), new Float64Array(count)]
  const [dayLimits, balanceLimits] = [new Float64Array(count), new Float64Array(count)]
  for (const [position, row] of rows.entries()) {
    putId(ids, position, row.id)
    putId(merchantIds, position, row.merchant_id)
    if (row.wallet_id !== null) putId(walletIds, position, row.wallet_id)
    opens[position] = Math.ceil(Date.parse(row.created_at)) + 1
    ends[position] = row.is_active ? now.getTime() : now.getTime() - silentMs
    const [dayLimit, balanceLimit] = limits[row.tier ?? 0] ?? limits[0]
    // The other half is left to the child accounts, whose payments are written before the history.
    const share = row.has_children ? 2 : 1
    dayLimits[position] = row.has_papers ? dayLimit / share : 0
    balanceLimits[position] = balanceLimit / share
  }
  const positions = new Map(rows.map(({ id }, position) => [id, position]))
  return {
    count,
    positionOf: (accountId) => positions.get(accountId),
    ids,
    merchantIds,
    walletIds,
    opens,
    ends,
    dayLimits,
    balanceLimits,
    ...kinship(rows),
    parties: rows.map(({ account_name, account_number, bank_code }) => ({
      name: encoded(account_name),
      number: encoded(account_number),
      bankCode: encoded(bank_code),
    })),
  }
}

/** Links accounts to their owners. Wallets of a merchant without its own account are excluded. */
function kinship(rows: readonly Row[]) {
  const ownerOf = new Map<string, number>()
  for (const [position, row] of rows.entries()) if (row.wallet_id === null) ownerOf.set(row.merchant_id, position)
  const owners = new Int32Array(rows.length)
  const isWallet = new Uint8Array(rows.length)
  const businesses: number[] = []
  const wallets: number[] = []
  const walletsOf = new Map<number, number[]>()
  for (const [position, row] of rows.entries()) {
    const owner = ownerOf.get(row.merchant_id)
    if (owner === undefined) continue
    owners[position] = owner
    isWallet[position] = row.wallet_id === null ? 0 : 1
    if (row.wallet_id === null) {
      businesses.push(position)
      continue
    }
    wallets.push(position)
    const siblings = walletsOf.get(owner)
    if (siblings) siblings.push(position)
    else walletsOf.set(owner, [position])
  }
  return { owners, isWallet, businesses, wallets, walletsOf }
}

function putId(into: Uint8Array, position: number, id: string): void {
  into.set(Buffer.from(id.replaceAll('-', ''), 'hex'), position * 16)
}

/** Formats the id at this position as text. */
export function idText(ids: Uint8Array, position: number): string {
  const hex = Buffer.from(ids.subarray(position * 16, position * 16 + 16)).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
