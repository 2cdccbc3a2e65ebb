import type { Permission } from '@kobo/contract/kit/permission'
import { type RawBuilder, sql } from 'kysely'
import { accountNumberBegins } from '../../db/like.ts'
import { type Hit, hitsPerKind, type Looking } from './hits.ts'
import type { Meaning } from './read-text.ts'

type Kind = 'MERCHANT' | 'WALLET' | 'CHILD' | 'STORE' | 'TERMINAL' | 'VIRTUAL'

/** What an account is called, and which right its record takes. */
const kinds: Record<Kind, { word: string; permission: Permission }> = {
  MERCHANT: { word: 'Merchant account', permission: 'merchants.read' },
  WALLET: { word: 'Wallet', permission: 'wallets.read' },
  CHILD: { word: 'Child account', permission: 'childAccounts.read' },
  STORE: { word: 'Store', permission: 'stores.read' },
  TERMINAL: { word: 'Terminal', permission: 'stores.read' },
  VIRTUAL: { word: 'Virtual account', permission: 'collections.read' },
}

interface FoundAccount {
  id: string
  mode: string
  created_at: string
  kind: Kind
  account_number: string
  account_name: string
  merchant_id: string
  wallet_id: string | null
  business_name: string
}

/** Accounts by their number, the beginning of one, or their id; one without a page of its own leads to whose it is. */
export async function findAccounts(
  { db }: Looking,
  { id, accountNumber }: Meaning,
  mayRead: (permission: Permission) => boolean,
): Promise<Hit[]> {
  const where =
    id !== undefined
      ? sql<boolean>`account.id = ${id}`
      : accountNumberBegins('account.account_number', accountNumber ?? '')
  const { rows } = await sql<FoundAccount>`
    (${from(sql`account`, sql`account.kind`, where)}) union all
    (${from(sql`virtual_account as account`, sql`'VIRTUAL'`, where)})`.execute(db)
  return rows
    .filter(({ kind }) => mayRead(kinds[kind].permission))
    .map((row) => ({
      ...pageOf(row),
      mode: row.mode,
      title: row.account_name,
      detail: `${row.account_number}, ${kinds[row.kind].word} of ${row.business_name}`,
      merchantId: row.merchant_id,
      walletId: row.wallet_id,
      createdAt: row.created_at,
      why: [id === undefined ? 'ACCOUNT_NUMBER' : 'ID'],
      rank: id !== undefined || accountNumber?.length === 10 ? 0 : 1,
    }))
}

/** In the order of their numbers, which their index has. */
function from(table: RawBuilder<unknown>, kind: RawBuilder<unknown>, where: RawBuilder<boolean>) {
  return sql`
    select account.id, account.mode, account.created_at, ${kind} as kind, account_number, account_name, merchant_id,
      wallet_id, business_name
    from ${table} join merchant on merchant.id = merchant_id
    where ${where} order by account_number limit ${hitsPerKind}`
}

function pageOf({ id, kind, wallet_id, merchant_id }: FoundAccount): Pick<Hit, 'kind' | 'id'> {
  if (kind === 'VIRTUAL') return { kind: 'account', id }
  return wallet_id === null ? { kind: 'merchant', id: merchant_id } : { kind: 'wallet', id: wallet_id }
}
