import type { Transaction } from '../db/database.ts'
import type { Service } from './world.ts'

const names = ['Collections', 'Payouts', 'Bills Payment', 'Virtual Accounts', 'Wallets', 'Cards', 'Agency Banking']

/** Returns the services that merchants choose from. */
export async function findServices(db: Transaction): Promise<Service[]> {
  const rows = await db.selectFrom('service').select(['id', 'name']).where('name', 'in', names).execute()
  return names.flatMap((name) => rows.filter((row) => row.name === name))
}
