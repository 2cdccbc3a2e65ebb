import type { Transaction } from '@kobo/server/db/database'
import { openAccounts } from './accounts.ts'
import { addAudit } from './audit.ts'
import { dayMs } from './calendar.ts'
import { insertRows } from '@kobo/server/db/insert-rows'
import { countMerchants } from '@kobo/server/ledger/counters/merchants-by-kyc'
import type { Seal } from '@kobo/server/seal'
import { addMerchants } from './merchants.ts'
import { seeded } from './random.ts'
import { emptyWorld, findServices, sealNumbersOf, type World } from './world.ts'
import { drawImages } from './shared-images.ts'
import { addWallets } from './wallets.ts'

const merchants = { total: 2500, kyc: { NOT_SUBMITTED: 270, SUBMITTED: 60, PROCESSING: 28, REJECTED: 169 } }
const wallets = { total: 12_000, largest: [1842, 1204, 866, 641, 512, 388, 301] }

/** Creates merchants and wallets in an empty database, without documents or staff. */
export async function makeBareWorld(db: Transaction, seed: string, now: Date, seal: Seal): Promise<void> {
  const reviewer = seeded(`${seed} staff`).id(now)
  const world = emptyWorld({
    seed,
    mode: 'PRODUCTION',
    now,
    staff: { rows: [], operators: [reviewer] },
    services: await findServices(db),
    images: await drawImages(),
    takenBvns: new Set(),
  })
  addMerchants(world, merchants)
  addWallets(world, wallets)
  addAudit(world)
  sealNumbersOf(world, seal)
  await db
    .insertInto('staff')
    .values({
      id: reviewer,
      created_at: new Date(now.getTime() - 800 * dayMs).toISOString(),
      email: `reviewer-${reviewer}@generated.invalid`,
      first_name: 'Generated',
      last_name: 'Reviewer',
      role: 'ADMIN',
      status: 'INACTIVE',
    })
    .execute()
  await insertRows(db, 'merchant', world.rows.merchant.map(withoutFiles))
  await countMerchants(db, world.rows.merchant)
  await insertRows(db, 'merchant_service', world.rows.merchant_service)
  await insertRows(
    db,
    'director',
    world.rows.director.map((director) => ({ ...director, identity_file_id: null })),
  )
  await insertRows(db, 'settlement_account', world.rows.settlement_account)
  await insertRows(db, 'wallet', world.rows.wallet)
  await insertRows(db, 'audit', world.rows.audit)
  await openAccounts(db, world, () => {})
}

function withoutFiles(merchant: World['rows']['merchant'][number]) {
  return { ...merchant, logo_file_id: null, identity_file_id: null, consent_file_id: null }
}
