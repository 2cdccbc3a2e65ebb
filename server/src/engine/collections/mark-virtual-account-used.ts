import type { Selectable } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { VirtualAccount } from '../../db/tables.ts'
import { markCheckoutPaid } from './checkout-status.ts'
import { countVirtualAccount } from './open-virtual-account.ts'

/** Marks a virtual account as used by its first payment; a dynamic one accepts no other. */
export async function markVirtualAccountUsed(
  db: Transaction,
  virtual: Selectable<VirtualAccount>,
  payment: { transactionId: string; at: Date },
): Promise<void> {
  if (virtual.used_at !== null) return
  const { id, kind } = virtual
  await db.updateTable('virtual_account').set({ used_at: payment.at.toISOString() }).where('id', '=', id).execute()
  await countVirtualAccount(db, virtual, { UNUSED: -1n, USED: 1n })
  if (kind === 'VIRTUAL') await markCheckoutPaid(db, id, payment)
}
