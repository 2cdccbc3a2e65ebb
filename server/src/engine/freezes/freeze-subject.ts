import { type FreezableKind, freezableKinds } from '@kobo/contract/kit/freeze'
import type { Mode } from '@kobo/contract/kit/mode'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Database, Transaction } from '../../db/database.ts'
import type { AccountFreeze } from '../../db/tables.ts'
import { DomainError } from '../../domain-error.ts'

/** A merchant, or one of its accounts, that can be frozen. */
export interface FreezeSubject {
  mode: Mode
  kind: FreezableKind
  merchantId: string
  businessName: string
  email: string
  /** Null for the merchant itself. */
  accountId: string | null
  walletId: string | null
  /** Name of the merchant or of the account's holder. */
  name: string
  frozenScopes: string[]
}

/** A freeze with what it binds. */
export interface Frozen {
  freeze: Selectable<AccountFreeze>
  subject: FreezeSubject
}

/** Names a merchant, or one of its accounts: a wallet also by its own id. */
export type SubjectId = { merchantId: string } | { accountId: string }

/** Reads what is to be frozen; throws a `DomainError` if the mode has none. */
export async function readSubject(db: Database, mode: Mode, id: SubjectId): Promise<FreezeSubject> {
  return await findSubject(db, mode, id, sql``)
}

/** Reads a merchant, or the named one of its accounts; throws a `DomainError` if the mode has none. */
export async function readSubjectOf(
  db: Database,
  mode: Mode,
  { merchantId, accountId }: { merchantId: string; accountId?: string | undefined },
): Promise<FreezeSubject> {
  if (accountId === undefined) return await readSubject(db, mode, { merchantId })
  const subject = await readSubject(db, mode, { accountId })
  if (subject.merchantId !== merchantId) throw new DomainError('not_found', 'This account')
  return subject
}

/** Locks what is to be frozen, after all movements that have begun and before any that will. */
export async function lockSubject(db: Transaction, mode: Mode, id: SubjectId): Promise<FreezeSubject> {
  return await findSubject(db, mode, id, 'merchantId' in id ? sql`for update of merchant` : sql`for update of account`)
}

async function findSubject(
  db: Database,
  mode: Mode,
  id: SubjectId,
  lock: ReturnType<typeof sql>,
): Promise<FreezeSubject> {
  const { rows } =
    'merchantId' in id
      ? await sql<Row>`
        select 'MERCHANT' as kind, id as merchant_id, business_name, email, null as account_id, null as wallet_id,
          business_name as name, frozen_scopes
        from merchant where id = ${id.merchantId} and mode = ${mode} ${lock}`.execute(db)
      : await sql<Row>`
        select kind, merchant_id, business_name, email, account.id as account_id, wallet_id, account_name as name,
          account.frozen_scopes
        from account join merchant on merchant.id = account.merchant_id
        where account.mode = ${mode} and kind in ('WALLET', 'CHILD', 'STORE', 'SUBACCOUNT')
          and (account.id = ${id.accountId} or (kind = 'WALLET' and wallet_id = ${id.accountId}))
        ${lock}`.execute(db)
  const [row] = rows
  if (!row) throw new DomainError('not_found', 'merchantId' in id ? 'This merchant' : 'This account')
  return {
    mode,
    kind: z.enum(freezableKinds).parse(row.kind),
    merchantId: row.merchant_id,
    businessName: row.business_name,
    email: row.email,
    accountId: row.account_id,
    walletId: row.wallet_id,
    name: row.name,
    frozenScopes: row.frozen_scopes,
  }
}

interface Row {
  kind: string
  merchant_id: string
  business_name: string
  email: string
  account_id: string | null
  wallet_id: string | null
  name: string
  frozen_scopes: string[]
}

/** Accounts that a freeze of the subject binds, as a subquery of their ids. */
export function boundAccounts({ kind, merchantId, accountId, walletId }: FreezeSubject) {
  if (kind === 'WALLET')
    return sql`(select id from account where wallet_id = ${walletId} and kind in ('WALLET', 'CHILD'))`
  if (kind === 'STORE') {
    return sql`(select ${accountId}::uuid as id union all select id from terminal where store_id = ${accountId})`
  }
  if (accountId !== null) return sql`(select ${accountId}::uuid as id)`
  return sql`(select id from account where merchant_id = ${merchantId})`
}
