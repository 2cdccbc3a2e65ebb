import { type Mode, mode as modeOf } from '@kobo/contract/kit/mode'
import type { Selectable } from 'kysely'
import type { Database, Transaction } from '../../db/database.ts'
import type { Transaction as TransactionTable } from '../../db/tables.ts'
import type { ProviderAccount } from '../../ledger/provider-accounts.ts'
import type { Route } from '../../rails/switch.ts'

/** A transaction's row. */
export type Payout = Selectable<TransactionTable>

/** Locks a payout until the transaction ends: every step of its life is taken under this lock. */
export async function lockPayout(db: Transaction, id: string): Promise<Payout | undefined> {
  return await db.selectFrom('transaction').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function readPayout(db: Database, id: string): Promise<Payout | undefined> {
  return await db.selectFrom('transaction').selectAll().where('id', '=', id).executeTakeFirst()
}

export function modeOfPayout(payout: Pick<Payout, 'mode'>): Mode {
  return modeOf.parse(payout.mode)
}

/** Which way it left; what is older than the choice left through NIP. */
export function routeOf(payout: Pick<Payout, 'route'>): Route {
  return payout.route === 'ETRANZACT' ? 'ETRANZACT' : 'NIP'
}

/** What the provider holds at the switch that a payout leaves through. */
export function floatOf(payout: Pick<Payout, 'route'>): ProviderAccount {
  return routeOf(payout) === 'ETRANZACT' ? 'FLOAT_ETRANZACT' : 'FLOAT_NIP'
}

export function chargesOf(payout: Pick<Payout, 'fee_kobo' | 'vat_kobo' | 'stamp_duty_kobo'>): bigint {
  return payout.fee_kobo + payout.vat_kobo + payout.stamp_duty_kobo
}
