import fc from 'fast-check'
import { lagosDay } from '@kobo/contract/kit/day'
import type { Mode } from '@kobo/contract/kit/mode'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { balances } from '../../ledger/ledger.ts'
import { type ProviderAccount, providerAccount } from '../../ledger/provider-accounts.ts'
import { faultCounts, verifyLedger } from '../../ledger/verify.ts'
import { aDatabase, type TestDatabase } from '../../testing/database.ts'
import { aStillEngine, decideFailed } from '../../testing/status-queried-payouts.ts'
import { aFundedMerchant, ownAccount } from '../../testing/payouts.ts'
import { propertyRuns, propertyTimeoutMs } from '../../testing/property-runs.ts'
import { DomainError } from '../../domain-error.ts'
import { newReference } from '../reference.ts'
import { sweepPayouts } from '../requeue-stuck.ts'
import { readTransaction } from '../transaction-row.ts'
import { type BillOrder, payBill } from './pay-bill.ts'
import { payPayables } from '../payables.ts'
import { processItems } from '../../testing/run-inline.ts'

const mode = 'PRODUCTION'
const nothing = { lost: 0, duplicated: 0, imbalance: 0, auditGaps: 0 }
/** The biller rejects the first customer, never receives the second, and accepts the third but its response is lost. */
const [refused, neverArrives, lostResponse] = ['0803555961', '0803555802', '0803555801']
/** Unknown at first, then accepted. */
const openOutcome = '0803555909'

let database: TestDatabase
let still: Awaited<ReturnType<typeof aStillEngine>>
let merchant: Awaited<ReturnType<typeof aFundedMerchant>>
beforeAll(async () => {
  database = await aDatabase()
  still = await aStillEngine(database, { switchTimeoutMs: 300 })
  merchant = await aFundedMerchant(database.db, 100_000_000n)
})
afterAll(async () => {
  await still.stop()
  await database.close()
})

async function payBillOf(more: Partial<BillOrder> = {}): Promise<string> {
  const at = still.clock()
  const order: BillOrder = {
    mode,
    merchantId: merchant.id,
    walletId: null,
    category: 'AIRTIME',
    biller: 'MTN-AIRTIME',
    customer: '0803555000',
    amountKobo: 100_000n,
    reference: newReference(at),
    at,
    ...more,
  }
  return (await transact(database.db, (t) => payBill(t, still.engine().jobs, order))).transactionId
}

async function refusal(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.then(
    () => new Error('It was taken'),
    (problem: unknown) => problem,
  )
  if (!(error instanceof DomainError)) throw error
  return `${error.code}: ${error.message}`
}

async function read(id: string) {
  const row = await readTransaction(database.db, id)
  const bill = await database.db.selectFrom('bill_payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (!row) throw new Error('The transaction is gone')
  return { ...row, bill: bill.status, commission: [bill.commission_kobo, bill.commission_vat_kobo] }
}

/** Balances of our own accounts in kobo. */
async function held(...kinds: ProviderAccount[]): Promise<bigint[]> {
  const ids = kinds.map((kind) => providerAccount(mode, kind))
  const found = await balances(database.db, ids)
  return ids.map((id) => found.get(id)?.bookedKobo ?? 0n)
}

const ours = ['BILLER_FLOAT', 'FEE_INCOME', 'VAT_PAYABLE', 'RECOVERY', 'FLOAT_NIP'] as const

/** Changes in the balances of our own accounts. */
async function changes(work: () => Promise<unknown>): Promise<bigint[]> {
  const before = await held(...ours)
  await work()
  const after = await held(...ours)
  return after.map((kobo, place) => kobo - (before[place] ?? 0n))
}

const available = async () => (await ownAccount(database.db, merchant.id)).available_kobo
const faults = async () => faultCounts(await verifyLedger(database.db))

/** Records the outcome of a bill at the biller. */
async function book(id: string, code: string): Promise<void> {
  await database.pool.query(
    `insert into outside.bill (session_id, mode, biller, customer, amount_kobo, code, told_from)
     select session_id, mode, beneficiary_bank_code, beneficiary_number, amount_kobo, $2, now()
     from transaction where id = $1
     on conflict (session_id) do update set code = excluded.code, told_from = now()`,
    [id, code],
  )
}

describe('bill payments', () => {
  it('pays the biller less our commission and its VAT', async () => {
    const before = await available()
    const id = await payBillOf({ amountKobo: 100_001n })
    expect(await read(id)).toMatchObject({ status: 'QUEUED', bill: 'PENDING', category: 'BILL_PAYMENT' })
    expect(await available()).toBe(before)
    // 2.5 % of ₦1,000.01, rounded half up to the kobo, including 7.5 % VAT.
    expect(await changes(() => still.work(id))).toEqual([97_501n, 2_326n, 174n, 0n, 0n])
    expect(await read(id)).toMatchObject({
      status: 'SUCCESS',
      bill: 'SUCCESS',
      response_code: '00',
      fee_kobo: 0n,
      narration: 'Airtime for 0803555000',
      beneficiary_name: 'MTN',
      commission: [2_500n, 174n],
    })
    expect(await available()).toBe(before - 100_001n)
    expect(await faults()).toEqual(nothing)
  })

  it('releases the whole hold when the biller rejects a bill', async () => {
    const before = await available()
    const id = await payBillOf({ customer: refused })
    expect(await changes(() => still.work(id))).toEqual([0n, 0n, 0n, 0n, 0n])
    expect(await read(id)).toMatchObject({ status: 'FAILED', bill: 'FAILED', response_code: '61' })
    expect(await available()).toBe(before)
    expect(await faults()).toEqual(nothing)
  })

  it('queries a bill whose response was lost and never sends it again', async () => {
    const id = await payBillOf({ customer: lostResponse })
    await still.work(id)
    expect(await read(id)).toMatchObject({ status: 'PENDING', bill: 'PENDING' })
    // A worker that resumes it queries its status first.
    await still.work(id)
    expect(await read(id)).toMatchObject({ status: 'SUCCESS', bill: 'SUCCESS' })
    const { rows } = await database.pool.query('select from outside.bill where customer = $1', [lostResponse])
    expect(rows).toHaveLength(1)
    expect(await faults()).toEqual(nothing)
  })

  it('fails a bill without a debit once the biller has had no record of it for a while', async () => {
    const before = await available()
    const id = await payBillOf({ customer: neverArrives })
    await still.work(id)
    await still.runStatusQueries(id, 0.5)
    expect(await read(id)).toMatchObject({ status: 'FAILED', bill: 'FAILED', response_code: '25' })
    expect(await available()).toBe(before)
    expect(await faults()).toEqual(nothing)
  })

  it('completes a bill once under three concurrent status queries', async () => {
    const id = await payBillOf({ customer: openOutcome })
    await still.work(id)
    const [question] = await still.queued(id)
    if (!question) throw new Error('It is asked about')
    await book(id, '00')
    const moved = await changes(() => Promise.all([1, 2, 3].map(() => still.ask(question.data))))
    expect(moved).toEqual([97_500n, 2_326n, 174n, 0n, 0n])
    expect(await read(id)).toMatchObject({ status: 'SUCCESS', bill: 'SUCCESS' })
    expect(await faults()).toEqual(nothing)
  })

  it('compensates a bill that the biller approves after it failed: payable to the biller, no commission, an alert', async () => {
    const before = await available()
    const id = await payBillOf({ customer: neverArrives })
    await still.work(id)
    await decideFailed(database.db, still.engine(), id)
    await book(id, '00')
    expect(await changes(() => still.runStatusQueries(id, 12))).toEqual([97_500n, 0n, 0n, -97_500n, 0n])
    expect(await read(id)).toMatchObject({ status: 'FAILED', bill: 'FAILED' })
    expect((await read(id)).alert).toMatch(/^The biller approved this bill payment after it had failed: ₦975\.00/)
    expect(await available()).toBe(before)
    expect(await faults()).toEqual(nothing)
  })

  it('requeues a bill whose job was lost', async () => {
    const id = await payBillOf()
    await database.pool.query(`delete from pgboss.job where name = 'payout'`)
    await database.pool.query(`update pgboss.job set state = 'completed' where name = 'requery'`)
    const later = { ...still.engine(), clock: () => new Date(still.clock().getTime() + 180_000) }
    expect(await processItems(sweepPayouts(later))).toBeGreaterThan(0)
    const { rows } = await database.pool.query(
      `select from pgboss.job where name = 'payout' and data ->> 'transactionId' = $1`,
      [id],
    )
    expect(rows).toHaveLength(1)
    await still.work(id)
  })

  it.each([
    ['to a biller of another category', { biller: 'DSTV' }, 'refused: No such biller in this category'],
    ['to an unknown biller', { biller: 'NEPA' }, 'refused: No such biller in this category'],
    ['in the other mode', { mode: 'SANDBOX' as Mode }, 'not_found: This account'],
    ['from an unknown wallet', { walletId: '01934f6a-7c21-7e4b-9a50-2f6d1c0b77e1' }, 'not_found: This wallet'],
  ])('rejects a bill payment %s', async (_, more, sentence) => {
    expect(await refusal(payBillOf(more))).toBe(sentence)
  })

  it('rejects a bill payment when its reference was already used', async () => {
    const { reference } = await read(await payBillOf())
    expect(await refusal(payBillOf({ reference: reference.toLowerCase() }))).toMatch(/^conflict: The reference /)
  })

  it('rejects new bill payments of an inactive merchant and completes those in progress', async () => {
    const started = await payBillOf()
    const set = (status: string) =>
      database.db.updateTable('merchant').set({ status }).where('id', '=', merchant.id).execute()
    await set('INACTIVE')
    const sentence = await refusal(payBillOf())
    await still.work(started)
    await set('ACTIVE')
    expect(sentence).toBe('refused: Adire & Indigo Textiles Ltd is not active and cannot pay bills')
    expect(await read(started)).toMatchObject({ status: 'SUCCESS' })
  })

  it('fails a bill before sending it when funds are insufficient', async () => {
    const id = await payBillOf({ amountKobo: 99_999_999_999n })
    await still.work(id)
    expect(await read(id)).toMatchObject({ status: 'FAILED', bill: 'FAILED', response_code: '51' })
    expect(await faults()).toEqual(nothing)
  })
})

describe('payables settlement of billers', () => {
  const pay = (day: string) =>
    transact(database.db, (t) => payPayables(t, 'BILLER_FLOAT', { mode, day, at: still.clock() }))

  it('pays billers everything they are owed once a day under ten concurrent calls', async () => {
    await still.work(await payBillOf())
    const [payableKobo = 0n] = await held('BILLER_FLOAT')
    const day = lagosDay(still.clock())
    let paid: bigint[] = []
    expect(
      await changes(async () => {
        paid = await Promise.all(Array.from({ length: 10 }, () => pay(day)))
      }),
    ).toEqual([-payableKobo, 0n, 0n, 0n, payableKobo])
    expect(paid.filter((kobo) => kobo !== 0n)).toEqual([payableKobo])
    await still.work(await payBillOf())
    expect(await pay(day)).toBe(0n)
    expect(await pay('2099-01-01')).toBe(97_500n)
    expect(await pay('2099-01-02')).toBe(0n)
    expect(await faults()).toEqual(nothing)
  })

  it('pays billers once when payables settlements of several days run concurrently', async () => {
    await still.work(await payBillOf())
    const paid = await Promise.all(['2099-02-01', '2099-02-02', '2099-02-03'].map(pay))
    expect(paid.filter((kobo) => kobo !== 0n)).toEqual([97_500n])
    expect(await held('BILLER_FLOAT')).toEqual([0n])
    expect(await faults()).toEqual(nothing)
  })
})

const steps = fc.array(
  fc.record({
    kobo: fc.bigInt(1n, 3_000_000n),
    biller: fc.constantFrom(
      ['AIRTIME', 'GLO-AIRTIME'] as const,
      ['ELECTRICITY', 'IKEDC'] as const,
      ['CABLE_TV', 'DSTV'] as const,
    ),
    outcome: fc.constantFrom('taken', 'refused', 'lost', 'silent', 'taken late', 'billers paid'),
  }),
  { minLength: 2, maxLength: 8 },
)

it(
  'divides every debited kobo between billers, commission and VAT for any mix of outcomes',
  async () => {
    const customers = { refused, lost: lostResponse, silent: neverArrives, 'taken late': neverArrives }
    let day = 0
    await fc.assert(
      fc.asyncProperty(steps, async (some) => {
        const before = await available()
        let spent = 0n
        const moved = await changes(async () => {
          for (const { kobo, biller, outcome } of some) {
            if (outcome === 'billers paid') {
              day += 1
              await transact(database.db, (t) =>
                payPayables(t, 'BILLER_FLOAT', { mode, day: dayAfter(day), at: still.clock() }),
              )
              continue
            }
            const customer = outcome === 'taken' ? '0803555000' : customers[outcome]
            const [category, code] = biller
            const id = await payBillOf({ amountKobo: kobo, category, biller: code, customer })
            await still.work(id)
            if (outcome === 'lost') await still.work(id)
            if (outcome === 'silent') await still.runStatusQueries(id, 0.5)
            if (outcome === 'taken late') {
              await decideFailed(database.db, still.engine(), id)
              await book(id, '00')
              await still.runStatusQueries(id, 12)
            }
            if (outcome === 'taken' || outcome === 'lost') spent += kobo
          }
        })
        expect(before - (await available())).toBe(spent)
        const [biller = 0n, fee = 0n, vat = 0n, recovery = 0n, float = 0n] = moved
        expect(biller + fee + vat + recovery + float).toBe(spent)
        expect(await faults()).toEqual(nothing)
      }),
      propertyRuns('bills', { sample: 3, full: 80 }),
    )
  },
  propertyTimeoutMs,
)

function dayAfter(days: number): string {
  return new Date(Date.UTC(2100, 0, 1 + days)).toISOString().slice(0, 10)
}
