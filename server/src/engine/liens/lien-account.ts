import { type LienKind, lienKinds } from '@kobo/contract/kit/lien'
import type { Mode } from '@kobo/contract/kit/mode'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Database, Transaction } from '../../db/database.ts'
import type { Lien } from '../../db/tables.ts'
import { DomainError } from '../../domain-error.ts'

/** An account whose balance a lien can block. */
export interface LienAccount {
  mode: Mode
  id: string
  kind: LienKind
  merchantId: string
  businessName: string
  email: string
  walletId: string | null
  accountNumber: string
  /** Name of its holder. */
  name: string
  bookedKobo: bigint
  availableKobo: bigint
}

/** A lien with its account. */
export interface AccountLien {
  lien: Selectable<Lien>
  account: LienAccount
}

/** Reads an account; throws a `DomainError` if the mode has none of this id. */
export async function readLienAccount(db: Database, mode: Mode, id: string): Promise<LienAccount> {
  return await findAccount(db, mode, id, sql``)
}

/** Locks an account, so that its liens are placed and released one after the other. */
export async function lockLienAccount(db: Transaction, mode: Mode, id: string): Promise<LienAccount> {
  return await findAccount(db, mode, id, sql`for no key update of account`)
}

/**
 * Whether a row of `account` is what an id names: its own id, that of its wallet, or that of its merchant if it is the main
 * account.
 */
export function isNamedBy(id: string) {
  return sql<boolean>`(account.id = ${id} or (account.kind = 'WALLET' and account.wallet_id = ${id})
    or (account.kind = 'MERCHANT' and account.merchant_id = ${id}))`
}

async function findAccount(db: Database, mode: Mode, id: string, lock: ReturnType<typeof sql>): Promise<LienAccount> {
  const { rows } = await sql<Omit<LienAccount, 'mode' | 'kind'> & { kind: string }>`
    select account.id, kind, merchant_id as "merchantId", business_name as "businessName", email, wallet_id as "walletId",
      account_number as "accountNumber", account_name as name, booked_kobo as "bookedKobo", available_kobo as "availableKobo"
    from account join merchant on merchant.id = account.merchant_id
    where account.mode = ${mode} and kind in (${sql.join(lienKinds)}) and ${isNamedBy(id)}
    ${lock}`.execute(db)
  const [row] = rows
  if (!row) throw new DomainError('not_found', 'This account')
  return { ...row, mode, kind: z.enum(lienKinds).parse(row.kind) }
}
