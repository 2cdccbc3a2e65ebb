import type { Mode } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { notFound } from '../../http/http-error.ts'
import type { HolderKind } from './holders.ts'

/** Returns an account's kind. An account of the other mode is rejected as not found. */
export async function findAccount(db: Database, mode: Mode, accountId: string): Promise<HolderKind> {
  const { rows } = await sql<{ kind: HolderKind }>`
    select kind from account where id = ${accountId} and mode = ${mode}
    union all
    select 'PROVIDER' from provider_account where id = ${accountId} and mode = ${mode}
  `.execute(db)
  const [found] = rows
  if (!found) throw notFound('This account')
  return found.kind
}
