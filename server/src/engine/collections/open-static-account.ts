import type { Transaction } from '../../db/database.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { chargeEvent } from '../charges/charge-event.ts'
import { openingReference } from '../charges/charge-references.ts'
import { type NewVirtualAccount, openVirtualAccount } from './open-virtual-account.ts'

/** Opens a permanent account number for a customer and charges the merchant for it. */
export async function openStaticAccount(db: Transaction, jobs: Jobs, account: NewVirtualAccount): Promise<string> {
  const { mode, merchantId, at } = account
  const { number } = await openVirtualAccount(db, account, null)
  const reference = openingReference(number)
  await chargeEvent(db, jobs, { mode, merchantId, event: 'staticAccounts.accountCreation', reference, at })
  return number
}
