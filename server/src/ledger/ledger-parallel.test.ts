import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { openDatabase } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { type CustomerAccount, someAccounts } from '../testing/customer-accounts.ts'
import { aDatabase } from '../testing/database.ts'
import { propertyRuns, propertyTimeoutMs } from '../testing/property-runs.ts'
import { uuidv7 } from '../uuid.ts'
import { changeBalances } from './change-balances.ts'
import { foldDeltas } from './fold.ts'
import { balances, hold, type Line, type Posting, post, settle, voidHold } from './ledger.ts'
import { LedgerRefusal } from './ledger-refusal.ts'
import { lockAccounts } from './lock-accounts.ts'
import { type ProviderAccount, providerAccount } from './provider-accounts.ts'

const database = await aDatabase()
const { db, close } = openDatabase(database.url, { max: 40 })
afterAll(async () => {
  await close()
  await database.close()
})

const mode = 'PRODUCTION'
const at = new Date('2026-03-04T10:00:00Z')
const ours = (['FLOAT_NIP', 'FEE_INCOME'] as const).map((kind) => providerAccount(mode, kind))

it(
  'accepts exactly as many of 32 concurrent debits as the balance covers',
  async () => {
    const amount = fc.bigInt({ min: 1n, max: 1000n })
    await fc.assert(
      fc.asyncProperty(amount, fc.nat({ max: 40 }), amount, fc.boolean(), async (each, fits, rest, holding) => {
        const [account] = await someAccounts(db, mode)
        const opening = each * BigInt(fits) + (rest % each)
        if (opening > 0n) await fund(account, opening)
        const results = await Promise.allSettled(
          Array.from({ length: 32 }, (_, turn) =>
            holding && turn % 2 === 0 ? holdFor(account, each) : spend(account, each),
          ),
        )
        const through = results.filter(({ status }) => status === 'fulfilled').length
        for (const result of results) {
          if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(LedgerRefusal)
        }
        expect(through).toBe(Math.min(32, fits))
        const left = (await balances(db, [account.id])).get(account.id)
        expect(left?.availableKobo).toBe(opening - each * BigInt(through))
      }),
      propertyRuns('parallel debits', { sample: 4, full: 100 }),
    )
  },
  propertyTimeoutMs,
)

it(
  'transfers in both directions without deadlock while every snapshot sums to zero',
  async () => {
    const place = fc.nat({ max: 2 })
    const moves = fc.array(fc.tuple(place, place, fc.bigInt({ min: 1n, max: 50n })), { minLength: 40, maxLength: 80 })
    await fc.assert(
      fc.asyncProperty(moves, async (all) => {
        const [one, two] = await someAccounts(db, mode)
        const [three] = await someAccounts(db, mode)
        const accounts = [one, two, three]
        const everything = [...accounts.map(({ id }) => id), ...ours]
        const totalBefore = await total(everything)
        for (const account of accounts) await fund(account, 10_000n)
        let working = true
        const moving = Promise.all(
          all.map(async ([from, to, amountKobo]) => {
            const [payer, receiver] = [accounts[from] ?? one, accounts[to] ?? two]
            await postLines('MOVE', payer, [
              { accountId: payer.id, amountKobo: -amountKobo - 1n },
              { accountId: receiver.id, amountKobo },
              { accountId: providerAccount(mode, 'FEE_INCOME'), amountKobo: 1n },
            ])
          }),
        ).finally(() => {
          working = false
        })
        const reading = (async () => {
          while (working) expect(await total(everything)).toBe(totalBefore)
        })()
        const folding = (async () => {
          while (working) await foldDeltas(db)
        })()
        await Promise.all([moving, reading, folding])
        expect(await total(everything)).toBe(totalBefore)
        const customers = await total(accounts.map(({ id }) => id))
        expect(customers).toBe(30_000n - BigInt(all.length))
      }),
      propertyRuns('parallel moves', { sample: 4, full: 100 }),
    )
  },
  propertyTimeoutMs,
)

it.each([1, 2])(
  'changes %i accounts without deadlock while others wait for them and inserts refer to them',
  async (count) => {
    const accounts = (await someAccounts(db, mode)).slice(0, count)
    const ids = accounts.map(({ id }) => id)
    for (const account of accounts) await fund(account, 1000n)
    const areWaiting = async (backends: number) => {
      const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(backends)
    }
    // As foreign keys of an insert do: it keeps the old versions of the rows in the way of those that waited for them.
    const insert = await db.startTransaction().execute()
    await sql`select from account where id = any(${ids}) for key share`.execute(insert)
    const before = await db.startTransaction().execute()
    await sql`update account set booked_kobo = booked_kobo where id = any(${ids})`.execute(before)
    // Not through `transact`, which repeats work after a deadlock.
    const change = db.transaction().execute(async (t) => {
      const moves = new Map(ids.map((id) => [id, 5n]))
      await changeBalances(t, [{ booked: moves, available: moves, mode }])
    })
    await areWaiting(1)
    const other = db.transaction().execute((t) => lockAccounts(t, ids))
    await areWaiting(2)
    await before.commit().execute()
    await Promise.all([change, other])
    await insert.commit().execute()
    const left = await balances(db, ids)
    expect(ids.map((id) => left.get(id)?.availableKobo)).toEqual(ids.map(() => 1005n))
  },
)

it('ends a hold once under concurrent settlements and releases', async () => {
  for (let round = 0; round < 10; round++) {
    const [account] = await someAccounts(db, mode)
    await fund(account, 1000n)
    const transactionId = uuidv7()
    await transact(db, (t) => hold(t, held(account, transactionId, 400n)))
    const payout = aPosting('PAYOUT', account, transactionId, [
      { accountId: account.id, amountKobo: -400n, transactionId },
      { accountId: providerAccount(mode, 'FLOAT_NIP'), amountKobo: 400n },
    ])
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, turn) =>
        turn % 2 === 0
          ? transact(db, (t) => settle(t, { ...payout, transactionId })).then(() => 'settled')
          : transact(db, (t) => voidHold(t, { transactionId }, at)).then(() => 'released'),
      ),
    )
    const fulfilled = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    expect(fulfilled).toHaveLength(1)
    const settled = fulfilled[0] === 'settled'
    expect((await balances(db, [account.id])).get(account.id)).toEqual(
      settled ? { bookedKobo: 600n, availableKobo: 600n } : { bookedKobo: 1000n, availableKobo: 1000n },
    )
  }
})

it('executes a posting and a hold of one transaction once under concurrent calls', async () => {
  const [account] = await someAccounts(db, mode)
  await fund(account, 100_000n)
  const transactionId = uuidv7()
  const same = aPosting('MOVE', account, transactionId, [
    { accountId: account.id, amountKobo: -100n, transactionId },
    { accountId: providerAccount(mode, 'FEE_INCOME'), amountKobo: 100n },
  ])
  const requests = Array.from({ length: 16 }, (_, turn) =>
    transact(db, async (t) => {
      if (turn % 2 === 0) await post(t, same)
      else await hold(t, held(account, transactionId, 7n))
    }),
  )
  const results = await Promise.allSettled(requests)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: '23505' })
  }
  expect((await balances(db, [account.id])).get(account.id)).toEqual({ bookedKobo: 99_900n, availableKobo: 99_893n })
})

async function total(ids: readonly string[]): Promise<bigint> {
  return [...(await balances(db, ids)).values()].reduce((sum, { bookedKobo }) => sum + bookedKobo, 0n)
}

function fund(account: CustomerAccount, amountKobo: bigint): Promise<string> {
  return postLines('COLLECTION', account, [credit(account, amountKobo), own('FLOAT_NIP', -amountKobo)])
}

function spend(account: CustomerAccount, amountKobo: bigint): Promise<string> {
  return postLines('CHARGE', account, [credit(account, -amountKobo), own('FEE_INCOME', amountKobo)])
}

function holdFor(account: CustomerAccount, amountKobo: bigint): Promise<void> {
  return transact(db, (t) => hold(t, held(account, uuidv7(), amountKobo)))
}

function held({ id, merchantId }: CustomerAccount, transactionId: string, amountKobo: bigint) {
  return { accountId: id, merchantId, transactionId, amountKobo, at }
}

function postLines(kind: Posting['kind'], account: CustomerAccount, lines: Line[]): Promise<string> {
  return transact(db, (t) => post(t, aPosting(kind, account, null, lines)))
}

function aPosting(kind: Posting['kind'], owner: CustomerAccount, transactionId: string | null, lines: Line[]): Posting {
  return { mode, kind, reference: `KBO-${uuidv7()}`, transactionId, merchantId: owner.merchantId, at, lines }
}

function credit({ id }: CustomerAccount, amountKobo: bigint): Line {
  return { accountId: id, amountKobo }
}

function own(kind: ProviderAccount, amountKobo: bigint): Line {
  return { accountId: providerAccount(mode, kind), amountKobo }
}
