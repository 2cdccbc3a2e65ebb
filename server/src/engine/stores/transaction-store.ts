import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { TransactionRow } from '../transaction-row.ts'

interface TransactionStore {
  store: { id: string; name: string }
  /** Shop that contains the store. */
  shop: { id: string; name: string } | null
  /** Terminal involved in the transaction. */
  terminal: { id: string; serialNumber: string } | null
}

/** Returns the store of a transaction with scope STORE or TERMINAL; undefined for others. */
export async function storeOfTransaction(
  db: Database,
  { scope, account_id, terminal_id }: Pick<TransactionRow, 'scope' | 'account_id' | 'terminal_id'>,
): Promise<TransactionStore | undefined> {
  if (scope !== 'STORE' && scope !== 'TERMINAL') return undefined
  const { rows } = await sql<TransactionStore>`
    select jsonb_build_object('id', store.id, 'name', store.name) as store,
      case when shop.id is not null then jsonb_build_object('id', shop.id, 'name', shop.name) end as shop,
      case when terminal.id is not null
        then jsonb_build_object('id', terminal.id, 'serialNumber', serial_number) end as terminal
    from store left join shop on shop.id = shop_id left join terminal on terminal.id = ${terminal_id}
    where store.id = ${scope === 'STORE' ? account_id : sql`(select store_id from terminal where id = ${account_id})`}
  `.execute(db)
  return rows[0]
}
