import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import { DomainError } from '../../domain-error.ts'
import { findStore } from './find-store.ts'
import { openStoreAccount } from './open-store-account.ts'

export interface NewTerminal {
  mode: Mode
  merchantId: string
  storeId: string
  serialNumber: string
  at: Date
}

/** Adds an active terminal to a store, with an empty ledger account whose number accepts payments. */
export async function openTerminal(
  db: Transaction,
  { mode, merchantId, storeId, serialNumber, at }: NewTerminal,
): Promise<{ id: string; number: string }> {
  const serial = serialNumber.toUpperCase()
  const store = await findStore(db, storeId, { mode, merchantId })
  const { id, number, created_at } = await openStoreAccount(db, {
    mode,
    merchantId,
    kind: 'TERMINAL',
    name: store.name,
    at,
  })
  const opened = await db
    .insertInto('terminal')
    .values({
      id,
      mode,
      merchant_id: merchantId,
      store_id: storeId,
      created_at,
      serial_number: serial,
      active_since: created_at,
    })
    .onConflict((conflict) => conflict.columns(['mode', 'serial_number']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!opened) throw new DomainError('conflict', `Terminal ${serial} already exists`, 'serialNumber')
  return { id, number }
}
