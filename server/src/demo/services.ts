import type { Transaction } from '../db/database.ts'
import { seeded } from './random.ts'
import type { Service } from './world.ts'

const names = ['Collections', 'Payouts', 'Bills Payment', 'Virtual Accounts', 'Wallets', 'Cards', 'Agency Banking']

/** The services that merchants choose from; those that are there already stay. */
export async function keepServices(db: Transaction): Promise<Service[]> {
  const random = seeded('kobo demo world 1 services')
  const opened = new Date('2024-01-08T08:00:00Z')
  await db
    .insertInto('service')
    .values(names.map((name) => ({ id: random.id(opened), name })))
    .onConflict((existing) => existing.column('name').doNothing())
    .execute()
  const rows = await db.selectFrom('service').select(['id', 'name']).where('name', 'in', names).execute()
  return names.flatMap((name) => rows.filter((row) => row.name === name))
}
