import { dayEnd, dayStart, lagosDay } from '@kobo/contract/kit/day'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '../db/transact.ts'
import { listItemErrors } from '../jobs/item-errors.ts'
import { type ItemJob, runItemJob } from '../jobs/item-jobs.ts'
import { post } from '../ledger/ledger.ts'
import { providerAccount } from '../ledger/provider-accounts.ts'
import { recordTransaction } from '../ledger/transactions.ts'
import { aContactMessage } from '../testing/a-contact-message.ts'
import { collectorsOf } from '../testing/collectors.ts'
import { someAccounts } from '../testing/customer-accounts.ts'
import { aDatabase, type TestDatabase } from '../testing/database.ts'
import { dispute, someStaff } from '../testing/dispute-bookkeeping.ts'
import { aMerchant, anUpgrade, idAt, plainTransaction } from '../testing/factories.ts'
import { aCard, schemeMessage } from '../testing/issued-cards.ts'
import { aFundedMerchant, aPayout, withEndpoint } from '../testing/payouts.ts'
import { itemJobContext } from '../testing/run-inline.ts'
import { aStillEngine } from '../testing/status-queried-payouts.ts'
import { aShopFloor, payAtTerminal, transferOfStore } from '../testing/stores.ts'
import { aRecurringPayout, aScheduledPayout } from '../testing/timed-payouts.ts'
import { uuidv7 } from '../uuid.ts'
import { authorisePurchase } from './cards/authorise-purchase.ts'
import { sweepUploads } from './bulk/sweep-uploads.ts'
import { sweepAuthorisations } from './cards/release-authorisation.ts'
import { billMaintenance } from './charges/maintenance-fees.ts'
import { openStaticAccount } from './collections/open-virtual-account.ts'
import type { Engine } from './engine.ts'
import { type PayableKind, settlePayablesDaily } from './payables.ts'
import { dispatchScheduled } from './schedules/dispatch-scheduled.ts'
import { runRecurring } from './schedules/run-recurring.ts'
import { settleDay } from './settlements/settle-merchants.ts'
import { billTerminals } from './stores/bill-terminals.ts'
import { sweepTerminals } from './stores/sweep-day.ts'
import { collectWorkItems } from './work-items/collect-items.ts'
import { sweepCardPayments, sweepPayouts, sweepShortHolds, sweepStatusQueries, sweepWebhooks } from './requeue-stuck.ts'
import { queueEvents } from './webhooks/queue-events.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

let database: TestDatabase
let still: Awaited<ReturnType<typeof aStillEngine>>
let now: Date
const engine = (): Engine => ({ ...still.engine(), clock: () => now })
beforeAll(async () => {
  database = await aDatabase()
  still = await aStillEngine(database)
})
afterAll(async () => {
  await still.stop()
  await database.close()
})

/** Item that a job processes. */
interface Subject {
  /** Text in the row that is poisoned. */
  mark: string
  isDone(): Promise<boolean>
}

interface Case {
  name: string
  job: (engine: Engine) => ItemJob
  /** Table that carries the poison. */
  table: string
  aSubject(nth: number): Promise<Subject>
}

const exists = async (text: string, values: unknown[]) => (await database.pool.query(text, values)).rowCount !== 0
const merchant = () => aFundedMerchant(database.db, 10_000_000n)
const jobs = () => still.engine().jobs
const queued = (name: string, id: string) =>
  exists("select from pgboss.job where name = $1 and data ->> 'transactionId' = $2", [name, id])

async function aLostTransaction(kind: string, fields: Parameters<typeof plainTransaction>[1]): Promise<Subject> {
  const { id, mode } = await merchant()
  const row = plainTransaction({ merchantId: id, mode }, fields)
  await transact(database.db, (t) => recordTransaction(t, row))
  return { mark: row.id, isDone: () => queued(kind, row.id) }
}

const payables: ['PRODUCTION' | 'SANDBOX', PayableKind][] = [
  ['PRODUCTION', 'BILLER_FLOAT'],
  ['PRODUCTION', 'SCHEME_FLOAT'],
  ['SANDBOX', 'BILLER_FLOAT'],
]

const cases: Case[] = [
  {
    name: 'settlements',
    job: settleDay,
    table: 'settlement',
    async aSubject() {
      const { id } = await collectorsOf(database.db, jobs, still.clock).aCollector()
      await database.db.updateTable('merchant').set({ auto_settlement: true }).where('id', '=', id).execute()
      return { mark: id, isDone: () => exists('select from settlement where merchant_id = $1', [id]) }
    },
  },
  {
    name: 'terminal sweeps',
    job: sweepTerminals,
    table: 'transfer',
    async aSubject() {
      const floor = await aShopFloor(database.db, await merchant())
      await payAtTerminal(database.db, jobs(), floor, { amountKobo: 100_000n })
      const isDone = () => exists('select from account where id = $1 and available_kobo = 0', [floor.terminal.id])
      return { mark: floor.merchantId, isDone }
    },
  },
  {
    name: 'terminal fees',
    job: billTerminals,
    table: 'transfer',
    async aSubject() {
      const floor = await aShopFloor(database.db, await merchant())
      await transferOfStore(database.db, floor, { from: 'MERCHANT', amountKobo: 1_000_000n })
      const text = "select from transaction where terminal_id = $1 and category = 'DEBIT_STORE'"
      return { mark: floor.merchantId, isDone: () => exists(text, [floor.terminal.id]) }
    },
  },
  {
    name: 'maintenance fees',
    job: billMaintenance,
    table: 'transfer',
    async aSubject() {
      const { id: merchantId } = await merchant()
      const account = { mode: 'PRODUCTION', merchantId, walletId: null, accountName: 'Rent', at: new Date() } as const
      const number = await transact(database.db, (t) => openStaticAccount(t, jobs(), account))
      const isDone = () => exists("select from transfer where reference like 'MAINT-%' || $1", [number])
      return { mark: merchantId, isDone }
    },
  },
  {
    name: 'payables',
    job: settlePayablesDaily,
    table: 'owed_payment',
    async aSubject(nth) {
      const [mode, owed] = payables[nth] ?? ['SANDBOX', 'SCHEME_FLOAT']
      await creditPayable(mode, owed, 700n, still.clock())
      const text = 'select from owed_payment where mode = $1 and owed = $2'
      return { mark: `"mode": "${mode}", "owed": "${owed}"`, isDone: () => exists(text, [mode, owed]) }
    },
  },
  {
    name: 'scheduled payouts',
    job: dispatchScheduled,
    table: 'scheduled_payout',
    async aSubject() {
      const { id } = await aScheduledPayout(database.db, await merchant())
      const isDone = () => exists("select from scheduled_payout where id = $1 and status = 'DISPATCHED'", [id])
      return { mark: id, isDone }
    },
  },
  {
    name: 'recurring payouts',
    job: runRecurring,
    table: 'recurring_run',
    async aSubject() {
      const { id } = await aRecurringPayout(database.db, await merchant(), { start_day: lagosDay(new Date()) })
      return { mark: id, isDone: () => exists('select from recurring_run where recurring_id = $1', [id]) }
    },
  },
  {
    name: 'payouts without a job',
    job: sweepPayouts,
    table: 'pgboss.job',
    async aSubject() {
      const id = await aPayout(database.db, jobs(), { merchant: await merchant() })
      await database.pool.query("delete from pgboss.job where data ->> 'transactionId' = $1", [id])
      return { mark: id, isDone: () => queued('payout', id) }
    },
  },
  {
    name: 'payouts without a status query',
    job: sweepStatusQueries,
    table: 'pgboss.job',
    aSubject: () =>
      aLostTransaction('requery', { status: 'FAILED', asked_until: new Date(Date.now() + 9 * dayMs).toISOString() }),
  },
  {
    name: 'card payments without a status query',
    job: sweepCardPayments,
    table: 'pgboss.job',
    aSubject: () => aLostTransaction('card-question', { type: 'CREDIT', category: 'CARD_PAYMENT', status: 'PENDING' }),
  },
  {
    name: 'webhook events without an attempt',
    job: sweepWebhooks,
    table: 'pgboss.job',
    async aSubject() {
      const { id: merchantId, mode } = await merchant()
      const [id, at] = [uuidv7(), new Date()]
      await withEndpoint(database.db, still.engine().seal, merchantId, 'https://shop.example/hooks')
      const event = { id: idAt(at), mode, merchantId, transactionId: null, kind: 'transfer.success', data: { id }, at }
      await transact(database.db, (t) => queueEvents(t, jobs(), [event]))
      await database.pool.query("delete from pgboss.job where data ->> 'eventId' = $1", [event.id])
      const text = "select from pgboss.job where name = 'webhook' and data ->> 'eventId' = $1"
      return { mark: event.id, isDone: () => exists(text, [event.id]) }
    },
  },
  {
    name: 'uncleared authorisations',
    job: sweepAuthorisations,
    table: 'card_purchase',
    async aSubject() {
      const { id: merchantId } = await merchant()
      const card = await aCard(database.db, { mode: 'PRODUCTION', merchantId, walletId: null })
      const message = schemeMessage(card, { at: new Date(Date.now() - 8 * dayMs) })
      await transact(database.db, (t) => authorisePurchase(t, null, message))
      const text = "select from card_purchase where reference = $1 and status = 'EXPIRED'"
      return { mark: message.reference, isDone: () => exists(text, [message.reference]) }
    },
  },
  {
    name: 'interrupted uploads',
    job: sweepUploads,
    table: 'bulk_batch',
    async aSubject() {
      const { id: merchant_id, mode } = await merchant()
      const at = new Date(Date.now() - hourMs)
      const [id, reference, created_at] = [idAt(at), uuidv7().toUpperCase(), at.toISOString()]
      const batch = { id, merchant_id, mode, reference, created_at, status: 'UPLOADING', total_items: 1 }
      await database.db.insertInto('bulk_batch').values(batch).execute()
      const item = { id: uuidv7(), batch_id: id, merchant_id, reference, position: 1 }
      await database.db
        .insertInto('bulk_item')
        .values({ ...item, amount_text: '1', amount_kobo: 100n })
        .execute()
      return { mark: id, isDone: () => exists("select from bulk_batch where id = $1 and status = 'UPLOADED'", [id]) }
    },
  },
  {
    name: 'underfunded disputes',
    job: sweepShortHolds,
    table: 'hold',
    async aSubject() {
      const [account] = await someAccounts(database.db, 'PRODUCTION')
      await transact(database.db, async (t) => dispute(t, account, ['IN_PROGRESS'], { staffId: await someStaff(t) }))
      await database.pool.query('update hold set wanted_kobo = wanted_kobo + 5 where account_id = $1', [account.id])
      const isDone = () => exists('select from hold where account_id = $1 and amount_kobo = wanted_kobo', [account.id])
      return { mark: account.id, isDone }
    },
  },
  {
    name: 'work items',
    job: collectWorkItems,
    table: 'work_item',
    // Each of another kind: one kind is one item of the job.
    async aSubject(nth) {
      const owner = await merchant()
      const record = [
        () => aContactMessage(database.db, owner),
        () => aMerchant(database.db),
        () => anUpgrade(database.db, owner),
      ][nth]
      const { id = '' } = (await record?.()) ?? {}
      return { mark: id, isDone: () => exists('select from work_item where subject_id = $1', [id]) }
    },
  },
]

async function creditPayable(
  mode: 'PRODUCTION' | 'SANDBOX',
  payable: PayableKind,
  amountKobo: bigint,
  at: Date,
): Promise<void> {
  await transact(database.db, (t) =>
    post(t, {
      mode,
      kind: 'CORRECTION',
      reference: `${payable} ${mode} ${at.toISOString()}`,
      transactionId: null,
      merchantId: null,
      at,
      lines: [
        { accountId: providerAccount(mode, 'RECOVERY'), amountKobo: -amountKobo },
        { accountId: providerAccount(mode, payable), amountKobo },
      ],
    }),
  )
}

/** Makes every write of a row that contains the mark fail. Returns a function that removes the trigger. */
async function poison(table: string, mark: string): Promise<() => Promise<void>> {
  await database.pool.query(`
    create function poison() returns trigger language plpgsql as $$
    begin
      if strpos(to_jsonb(new)::text, TG_ARGV[0]) > 0 then raise exception 'poisoned'; end if;
      return new;
    end $$`)
  await database.pool.query(
    `create trigger poison before insert or update on ${table} for each row execute function poison('${mark}')`,
  )
  return async () => {
    await database.pool.query('drop function poison cascade')
  }
}

it.each(cases)('processes $name around a failing item and retries that item alone', async (one) => {
  const subjects: Subject[] = []
  for (let nth = 0; nth < 3; nth++) subjects.push(await one.aSubject(nth))
  const cure = await poison(one.table, subjects[1]?.mark ?? '')
  const done = () => Promise.all(subjects.map(({ isDone }) => isDone()))
  try {
    // The last second of the day, when all its daily jobs are due.
    now = new Date(dayEnd(lagosDay(new Date())).getTime() - 1_000)
    const job = one.job(engine())
    const errors: unknown[] = []
    await runItemJob(itemJobContext(engine(), errors), job)
    expect(await done()).toEqual([true, false, true])
    expect(errors).toMatchObject([{ message: 'poisoned' }])
    expect(await listItemErrors(database.db)).toMatchObject([{ job: job.name, attempts: 1, error: 'poisoned' }])
  } finally {
    await cure()
  }
  now = new Date(now.getTime() + 15_000)
  await runItemJob(itemJobContext(engine()), one.job(engine()))
  expect(await done()).toEqual([true, true, true])
  expect(await listItemErrors(database.db)).toEqual([])
})

it('limits the job of a missed day to data up to its end, also several days later', async () => {
  await database.pool.query('truncate job_run')
  const today = dayStart(lagosDay(new Date())).getTime()
  const noonOf = (daysAgo: number) => new Date(today - daysAgo * dayMs + 12 * hourMs)
  const dayOf = (daysAgo: number) => lagosDay(noonOf(daysAgo))
  const due = [settleDay, sweepTerminals, settlePayablesDaily]
  const run = async () => {
    for (const job of due) await runItemJob(itemJobContext(engine()), job(engine()))
  }
  now = new Date(noonOf(4).getTime() + 11 * hourMs + 59 * 60_000)
  await run()

  const collectors = collectorsOf(database.db, jobs, () => now)
  const collector = await collectors.aCollector()
  const { id } = collector
  await database.db.updateTable('merchant').set({ auto_settlement: true }).where('id', '=', id).execute()
  const floor = await aShopFloor(database.db, await merchant(), { at: noonOf(4) })
  for (const daysAgo of [3, 2, 1, 0]) {
    const at = daysAgo === 0 ? new Date(today + 60_000) : noonOf(daysAgo)
    const amountKobo = BigInt(daysAgo + 1) * 100_000n
    await collectors.collect(collector, amountKobo, { at })
    await payAtTerminal(database.db, jobs(), floor, { amountKobo, at })
    await creditPayable('SANDBOX', 'SCHEME_FLOAT', amountKobo, at)
  }
  now = new Date(today + 120_000)
  await run()
  const { rows: swept } = await database.pool.query<{ reference: string; kobo: number }>(
    `select reference, amount_kobo::int as kobo from transaction
     where account_id = $1 and category = 'TRANSFER_FROM_TERMINAL' order by reference`,
    [floor.terminal.id],
  )
  expect(swept.map(({ reference }) => reference.split('/')[1])).toEqual([dayOf(3), dayOf(2), dayOf(1)])
  expect(swept.map(({ kobo }) => Math.round(kobo / 100_000))).toEqual([4, 3, 2])
  const { rows: owed } = await database.pool.query(
    `select day::text, amount_kobo::int as kobo from owed_payment where mode = 'SANDBOX' and owed = 'SCHEME_FLOAT'
     and day < $1 order by day`,
    [dayOf(0)],
  )
  expect(owed).toEqual([3, 2, 1].map((daysAgo) => ({ day: dayOf(daysAgo), kobo: (daysAgo + 1) * 100_000 })))
  const { rows: settled } = await database.pool.query<{ kobo: number; collected: number }>(
    `select amount_kobo::int as kobo,
       (select count(*)::int from settlement_item where settlement_id = settlement.id) as collected
     from settlement where merchant_id = $1 order by amount_kobo desc`,
    [id],
  )
  expect(settled.map(({ collected }) => collected)).toEqual([1, 1, 1])
  expect(settled.map(({ kobo }) => Math.round(kobo / 100_000))).toEqual([4, 3, 2])
})
