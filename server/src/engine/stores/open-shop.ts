import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import { uuidv7 } from '../../uuid.ts'

export interface NewShop {
  mode: Mode
  merchantId: string
  name: string
  /** Location of the shop. */
  branch: string
  at: Date
}

/** Opens an active shop without stores; returns its id. */
export async function openShop(db: Transaction, { mode, merchantId, name, branch, at }: NewShop): Promise<string> {
  const id = uuidv7(at.getTime())
  const row = { id, mode, merchant_id: merchantId, created_at: at.toISOString(), name, branch }
  await db.insertInto('shop').values(row).execute()
  return id
}
