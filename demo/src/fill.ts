import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import type pg from 'pg'
import { dayEnd, dayStart, lagosDay } from '@kobo/contract/kit/day'
import type { Database, Transaction } from '@kobo/server/db/database'
import type { DemoData, Progress } from '@kobo/server/demo'
import type { Files } from '@kobo/server/rails/files'
import type { Seal } from '@kobo/server/seal'
import { openAccounts } from './accounts.ts'
import { addPaymentRequests } from './checkouts.ts'
import { addBatches } from './batches.ts'
import { addBillPayments, billsOf } from './bill-payments.ts'
import { dayMs } from './calendar.ts'
import { demoEmail, makeColleagues } from './colleagues.ts'
import { addAudit } from './audit.ts'
import { bulkLoad } from '@kobo/server/db/bulk-load'
import { rebuildAccountDays } from '@kobo/server/ledger/account-days'
import { markAllBackfilled } from '@kobo/server/ledger/backfill'
import { backfillProfit } from '@kobo/server/ledger/backfill-profit'
import { countMerchants } from '@kobo/server/ledger/counters/merchants-by-kyc'
import { fillReferenceKeys, writeHistory } from './history/history.ts'
import { checkHistory } from './history/check-history.ts'
import { withLongTransaction, vacuumAnalyze } from '@kobo/server/db/long-transaction'
import { addCardPayments } from './card-payments.ts'
import { addChildAccounts } from './child-accounts.ts'
import { addDeclinedCollections } from './declined-collections.ts'
import { addContactMessages } from './contact-messages.ts'
import { insertRows } from '@kobo/server/db/insert-rows'
import { addPartners, addToPartners } from './merchant-partners.ts'
import { addFreezes } from './freezes.ts'
import { addListViews } from './list-views.ts'
import { addLiens } from './liens.ts'
import { addMessages } from './messages.ts'
import { addNotes } from './notes.ts'
import { addNotifications } from './notifications.ts'
import { addIssuedCards } from './issued-cards.ts'
import { addMerchants } from './merchants.ts'
import { addDisputes, refundsOf } from './disputes.ts'
import { addOwnCharges } from './custom-charges.ts'
import type { Past } from './past.ts'
import { pastPayouts } from './past-payouts.ts'
import { seeded } from './random.ts'
import { addRecurringPayouts } from './recurring-payouts.ts'
import { addRefunds } from './refunds.ts'
import { addSettlements, settleFromNowOn } from './settlements.ts'
import { addScheduledPayouts } from './scheduled-payouts.ts'
import { emptyWorld, findServices, sealNumbersOf, type World, type WorldInputs, worldTables } from './world.ts'
import { stopSomePayouts } from './stopped-payouts.ts'
import { addStores } from './stores.ts'
import { drawImages } from './shared-images.ts'
import { fillTeam } from './team.ts'
import { addUpgrades } from './upgrades.ts'
import { addWalletUpgrades } from './wallet-upgrades.ts'
import { addWallets } from './wallets.ts'
import { addWorkItems } from './work-items.ts'
import { type WorldSize, worldSizes } from './world-sizes.ts'
import { closeWebhookSecret, newWebhookSecret } from '@kobo/server/rails/webhooks'

/**
 * Fills an empty database with the demo data, files first, then all rows in one transaction: an interrupted start leaves no
 * rows, and the next one writes the same data. Does nothing if the demo exists.
 */
export async function fillDemoWorld(options: DemoData): Promise<void> {
  const { database, files, seal, now, transactions, onProgress = () => {} } = options
  if (await isFilled(database.db)) return
  const filled = await withLongTransaction(database.pool, async (db, client) => {
    // Of two servers started together, the second waits here and then finds the demo filled.
    await sql`select pg_advisory_xact_lock(hashtext('kobo demo world'))`.execute(db)
    if (await isFilled(db)) return false
    onProgress({ done: 0, total: 100, what: 'merchants' })
    await fill({ db, client, files, seal, now, transactions, onProgress })
    return true
  })
  if (!filled) return
  await vacuumAnalyze(database.pool)
  releaseMemory()
}

/** The demo's first staff member marks the whole demo as filled, since all rows are committed together. */
async function isFilled(db: Database): Promise<boolean> {
  const marker = await db.selectFrom('staff').select('id').where('email', '=', demoEmail).executeTakeFirst()
  return marker !== undefined
}

interface Filling {
  db: Transaction
  client: pg.PoolClient
  files: Files
  seal: Seal
  now: Date
  transactions: number
  onProgress: (progress: Progress) => void
}

const seed = 'kobo demo world 1'
const modes = ['PRODUCTION', 'SANDBOX'] as const
/** Length of the history, and of the part with recorded steps, in days. */
const historyDays = 730
const trailDays = 30

async function fill({ db, client, files, seal, now, transactions, onProgress }: Filling): Promise<void> {
  const staff = await makeColleagues(seeded(`${seed} staff`), now)
  const inputs = {
    seed,
    now,
    staff,
    services: await findServices(db),
    images: await drawImages(),
    takenBvns: new Set<string>(),
  }
  const sizes = worldSizes(transactions)
  const worlds = modes.map((mode) => createWorld({ ...inputs, mode }, sizes[mode], seal))

  const contents = worlds.flatMap((world) => world.contents)
  const rowCount = worlds.flatMap((world) => worldTables.map((table) => world.rows[table].length))
  const accountCount = worlds.reduce((sum, world) => sum + world.accounts.length, 0)
  const options = { PRODUCTION: transactions, SANDBOX: Math.round(0.06 * transactions) }
  const history = options.PRODUCTION + options.SANDBOX
  const total = contents.length + rowCount.reduce((sum, count) => sum + count, 0) + accountCount + history
  let finished = 0
  const report = (what: string) => (done: number) => onProgress({ done: finished + done, total, what })

  await files.store(contents, report('documents'))
  finished += contents.length
  await fillTeam(db, staff.rows, now)
  for (const world of worlds) {
    for (const table of worldTables) {
      await insertRows(db, table, world.rows[table], report(table.replaceAll('_', ' ')))
      finished += world.rows[table].length
    }
    await countMerchants(db, world.rows.merchant)
    await openAccounts(db, world, report('accounts'))
    finished += world.accounts.length
  }
  const since = new Date(now.getTime() - trailDays * dayMs)
  // Before the history, while the tables that the engine queries are still short.
  const staffIds = staff.rows.filter(({ role }) => role === 'ADMIN').map(({ id }) => id)
  const existingCounts = { PRODUCTION: 0, SANDBOX: 0 }
  const pasts = modes.map((mode): Past => ({ mode, now, since, seed, staffIds }))
  for (const past of pasts) {
    const { mode } = past
    const size = sizes[mode]
    await addContactMessages(db, past, size.contactMessages)
    existingCounts[mode] = await addChildAccounts(db, past, size.childAccounts)
    existingCounts[mode] += await addCardPayments(db, past, size.cardPayments)
    existingCounts[mode] += await addRefunds(db, past, size.refunds)
    existingCounts[mode] += await addSettlements(db, past, size.sharing)
    existingCounts[mode] += await addIssuedCards(db, past, size.issuedCards)
    existingCounts[mode] += await addStores(db, past, size.trading)
    // Their transactions are made after the history, which they need.
    existingCounts[mode] += refundsOf(size.disputes) + billsOf(size.bills)
  }
  // Checked now, since a table with pending constraint checks cannot be altered.
  await sql`set constraints entry_balanced immediate`.execute(db)
  await bulkLoad(
    db,
    ['transaction', 'transfer', 'entry'],
    () => {},
    async () => {
      for (const past of pasts) {
        const { mode } = past
        const { staticAccounts, virtualAccounts, declinedCollections, asked } = sizes[mode]
        await writeHistory(db, client, {
          mode,
          now,
          seed,
          transactions: options[mode] - declinedCollections - existingCounts[mode],
          days: historyDays,
          statics: staticAccounts,
          virtuals: virtualAccounts,
          trailSince: since,
          onProgress: report('transactions'),
        })
        await addPaymentRequests(db, past, asked)
        await addDeclinedCollections(db, past, declinedCollections)
        finished += options[mode]
        report('transactions')(0)
      }
    },
  )
  await sql`select fill_counterparties()`.execute(db)
  await fillReferenceKeys(db)
  await settleFromNowOn(db, now)
  for (const past of pasts) {
    const { disputes, bills } = sizes[past.mode]
    const disputed = await addDisputes(db, files, past, disputes)
    const billed = await addBillPayments(db, past, bills)
    const missing = refundsOf(disputes) + billsOf(bills) - disputed - billed
    // Declined collections replace missing refunds and bills, so that the requested number of transactions is reached.
    await addDeclinedCollections(db, { ...past, seed: `${seed} in place of refunds` }, missing)
  }
  await rebuildAccountDays(db, 'all')
  await backfillProfit(db, sql`select id from transfer`)
  await markAllBackfilled(db)
  await countWalletDays(db, now)
  for (const past of pasts) await addBatches(db, past, sizes[past.mode].batches)
  for (const mode of modes) {
    const orders = { mode, now, seed, past: await pastPayouts(db, mode, now) }
    await addScheduledPayouts(db, orders, sizes[mode].scheduled)
    await addRecurringPayouts(db, orders, sizes[mode].recurring)
  }
  for (const past of pasts) {
    await stopSomePayouts(db, past)
    await addFreezes(db, past)
    await addLiens(db, past)
  }
  await addWorkItems(db, { now, seed, staff: staff.rows })
  await addNotes(db, { now, seed, staff: staff.rows })
  await addMessages(db, { now, seed, staff: staff.rows })
  await addNotifications(db, { now, seed })
  await addListViews(db, { now, seed, staff: staff.rows })
  await checkHistory(db)
}

function createWorld(inputs: WorldInputs, size: WorldSize, seal: Seal): World {
  const world = emptyWorld(inputs)
  addMerchants(world, size.merchants)
  addPartners(world, size.partners)
  addToPartners(world)
  addUpgrades(world, size.upgrades)
  addWallets(world, size.wallets)
  addWalletUpgrades(world, size.walletUpgrades)
  addEndpoints(world, seal)
  addOwnCharges(world, size.ownCharges)
  addAudit(world)
  sealNumbersOf(world, seal)
  return world
}

/** Adds the webhook endpoints of active merchants, served by the simulator at any address. */
function addEndpoints({ rows }: World, seal: Seal): void {
  for (const { id, status } of rows.merchant) {
    if (status !== 'ACTIVE') continue
    const url = `simulator:/hooks/${id}`
    rows.webhook_endpoint.push({
      merchant_id: id,
      url,
      sealed_secret: closeWebhookSecret(seal, id, newWebhookSecret()),
    })
  }
}

/**
 * Forces a garbage collection after filling the demo. V8 would keep the memory and let the heap grow to the same size before it
 * collects.
 */
function releaseMemory(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
}

/** Counts today's debits and holds of wallets and their child accounts towards the daily limits. */
async function countWalletDays(db: Transaction, now: Date): Promise<void> {
  const today = lagosDay(now)
  await sql`
    insert into wallet_day (account_id, merchant_id, day, debited_kobo)
    select account.id, account.merchant_id, ${today}, sum(amount_kobo + fee_kobo + vat_kobo + stamp_duty_kobo)
    from transaction
    left join account child on child.id = account_id and child.kind = 'CHILD'
    join account on account.wallet_id = coalesce(transaction.wallet_id, child.wallet_id) and account.kind = 'WALLET'
    where type = 'DEBIT' and transaction.status in ('PENDING', 'SUCCESS') and category <> 'CREDIT_CHILD_ACCOUNT_CHARGES'
      and transaction.created_at >= ${dayStart(today).toISOString()}
      and transaction.created_at < ${dayEnd(today).toISOString()}
    group by account.id
    -- What is set aside by a rule of wallets was counted as it was.
    on conflict (account_id, day) do update set debited_kobo = excluded.debited_kobo
  `.execute(db)
}
