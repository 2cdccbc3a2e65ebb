import { lagosDay } from '@kobo/contract/kit/day'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { transact } from '../db/transact.ts'
import { type CustomerAccount, someAccounts } from '../testing/customer-accounts.ts'
import { aDatabase } from '../testing/database.ts'
import { propertyRuns, propertyTimeoutMs } from '../testing/property-runs.ts'
import { uuidv7 } from '../uuid.ts'
import { type AccountDay, accountDays, openingBalance, rebuildAccountDays } from './account-days.ts'
import { foldAll, foldDeltas } from './fold.ts'
import { post } from './ledger.ts'
import { providerAccount } from './provider-accounts.ts'

const database = await aDatabase()
const { db } = database
afterAll(() => database.close())

const mode = 'PRODUCTION'
const float = providerAccount(mode, 'FLOAT_NIP')
const accounts = [...(await someAccounts(db, mode)), ...(await someAccounts(db, mode))]

// On both sides of midnight in Lagos, at the ends of months and years, and with days between without movements.
const instants = [
  '2025-12-31T22:59:59.999Z',
  '2025-12-31T23:00:00.000Z',
  '2026-01-04T12:00:00.000Z',
  '2026-01-05T23:30:00.000Z',
  '2026-03-01T00:00:00.000Z',
]
const days = [
  '2025-12-30',
  '2025-12-31',
  '2026-01-01',
  '2026-01-03',
  '2026-01-04',
  '2026-01-06',
  '2026-02-10',
  '2027-01-01',
]

const move = fc.record({
  do: fc.constant('move' as const),
  to: fc.nat({ max: 3 }),
  // Entries may be dated before existing ones, folded or not.
  at: fc.constantFrom(...instants),
  amount: fc.bigInt({ min: 1n, max: 9_000_000_000n }),
  back: fc.boolean(),
})
const fold = fc.record({ do: fc.constant('fold' as const), beside: fc.boolean() })
const rebuild = fc.record({ do: fc.constant('rebuild' as const) })
const anyCommand = fc.oneof(
  { weight: 8, arbitrary: move },
  { weight: 3, arbitrary: fold },
  { weight: 1, arbitrary: rebuild },
)

it(
  'keeps every account day exact for any dates of entries under concurrent folds and rebuilds',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyCommand, { minLength: 1, maxLength: 25, size: 'max' }), async (commands) => {
        await begin()
        let concurrent: Promise<unknown> = Promise.resolve()
        for (const command of commands) {
          if (command.do === 'move') await moved(command)
          else if (command.do === 'rebuild') concurrent = Promise.all([concurrent, rebuilt()])
          else if (command.beside) concurrent = Promise.all([concurrent, foldDeltas(db), foldDeltas(db)])
          else await foldDeltas(db)
        }
        await isTrue()
        await concurrent
        await isTrue()
        await foldAll(db)
        await isTrue()
        expect(await db.selectFrom('balance_delta').select('id').execute()).toEqual([])
        await rebuilt()
        await isTrue()
      }),
      propertyRuns('account days', { sample: 12, full: 300 }),
    )
  },
  propertyTimeoutMs,
)

it('stores the owner of the account on each day, and none for provider accounts', async () => {
  await begin()
  const [payer, , other] = accounts
  if (!payer || !other) throw new Error('There are four accounts')
  await moved({ to: 0, at: instants[0] ?? '', amount: 500n, back: false })
  const at = new Date(instants[2] ?? '')
  const lines = [
    { accountId: payer.id, amountKobo: -200n },
    { accountId: other.id, amountKobo: 200n },
  ]
  const posting = { mode, kind: 'MOVE', reference: uuidv7(), transactionId: null, at, lines } as const
  await transact(db, (t) => post(t, { ...posting, merchantId: payer.merchantId }))
  await foldAll(db)
  const rows = await db.selectFrom('account_day').select(['account_id', 'merchant_id']).distinct().execute()
  expect(new Map(rows.map((row) => [row.account_id, row.merchant_id]))).toEqual(
    new Map([
      [payer.id, payer.merchantId],
      [other.id, other.merchantId],
      [float, null],
    ]),
  )
})

async function begin(): Promise<void> {
  await sql`grant all on transfer, entry to current_user`.execute(db)
  await sql`alter table entry disable trigger user`.execute(db)
  await sql`alter table transfer disable trigger user`.execute(db)
  await sql`truncate entry, transfer, balance_delta, account_day`.execute(db)
  await sql`update account set booked_kobo = 0, available_kobo = 0`.execute(db)
  await sql`update provider_account set balance_kobo = 0`.execute(db)
}

/** Credits an account, and optionally debits it at the same instant, all but one kobo. */
async function moved({ to, at, amount, back }: { to: number; at: string; amount: bigint; back: boolean }) {
  const account = accounts[to]
  if (!account) throw new Error('There are four accounts')
  await transact(db, (t) => post(t, collection(account, amount, new Date(at))))
  if (back && amount > 1n) await transact(db, (t) => post(t, collection(account, 1n - amount, new Date(at))))
}

function collection({ id, merchantId }: CustomerAccount, amountKobo: bigint, at: Date) {
  const lines = [
    { accountId: id, amountKobo },
    { accountId: float, amountKobo: -amountKobo },
  ]
  return { mode, kind: 'COLLECTION', reference: uuidv7(), transactionId: null, merchantId, at, lines } as const
}

async function rebuilt(): Promise<void> {
  await transact(db, (t) => rebuildAccountDays(t, [float, ...accounts.slice(0, 2).map(({ id }) => id)], 2))
}

/** Compares the tables, for every account and from every day on, with the entries. */
async function isTrue(): Promise<void> {
  const entries = await db.selectFrom('entry').select(['account_id', 'at', 'amount_kobo']).execute()
  for (const id of [float, ...accounts.map((account) => account.id)]) {
    const own = entries.filter(({ account_id }) => account_id === id)
    for (const day of days) {
      const before = own.filter(({ at }) => lagosDay(new Date(at)) < day)
      expect(await openingBalance(db, id, day)).toBe(before.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0n))
    }
    const expected = daysOf(own)
    expect(await accountDays(db, id, { startDay: '2025-01-01', endDay: '2027-01-01' })).toEqual(expected)
    const some = { startDay: '2026-01-01', endDay: '2026-01-05' }
    expect(await accountDays(db, id, some)).toEqual(
      expected.filter(({ day }) => day >= some.startDay && day <= some.endDay),
    )
  }
}

function daysOf(entries: { at: string; amount_kobo: bigint }[]): AccountDay[] {
  const byDay = new Map<string, AccountDay>()
  let closingKobo = 0n
  for (const { at, amount_kobo } of entries.toSorted((a, b) => a.at.localeCompare(b.at))) {
    const day = lagosDay(new Date(at))
    const { inKobo, outKobo, n } = byDay.get(day) ?? { inKobo: 0n, outKobo: 0n, n: 0n }
    closingKobo += amount_kobo
    byDay.set(day, {
      day,
      inKobo: amount_kobo > 0n ? inKobo + amount_kobo : inKobo,
      outKobo: amount_kobo < 0n ? outKobo - amount_kobo : outKobo,
      closingKobo,
      n: n + 1n,
    })
  }
  return [...byDay.values()]
}
