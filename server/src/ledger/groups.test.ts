import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { transact } from '../db/transact.ts'
import { type CustomerAccount, someAccounts } from '../testing/customer-accounts.ts'
import { aDatabase } from '../testing/database.ts'
import { propertyRuns, propertyTimeoutMs } from '../testing/property-runs.ts'
import { uuidv7 } from '../uuid.ts'
import { changeBalances } from './change-balances.ts'
import { balances, type Hold, holdAll, post, postAll, type Settling, settleAll, voidAll } from './ledger.ts'
import { LedgerRefusal } from './ledger-refusal.ts'
import { providerAccount } from './provider-accounts.ts'

const database = await aDatabase()
const { db } = database
afterAll(() => database.close())

const mode = 'PRODUCTION'
const at = new Date('2026-03-04T10:00:00Z')
/** Daily debit limit of a wallet of the third tier. */
const daily = 500_000_000n

it(
  'places and refuses holds of a group as if they were placed one after another',
  async () => {
    const amounts = fc.array(fc.tuple(fc.nat({ max: 1 }), fc.bigInt({ min: 1n, max: 1000n })), {
      minLength: 1,
      maxLength: 30,
    })
    await fc.assert(
      fc.asyncProperty(amounts, fc.bigInt({ min: 1n, max: 5000n }), async (members, opening) => {
        const accounts = await someAccounts(db, mode)
        for (const account of accounts) await fund(account, opening)
        const left = accounts.map(() => opening)
        const expected = members.map(([place, amountKobo]) => {
          const fits = (left[place] ?? 0n) >= amountKobo
          if (fits) left[place] = (left[place] ?? 0n) - amountKobo
          return fits
        })
        const holds = members.map(([place, amountKobo]) => aHold(accounts[place] ?? accounts[0], amountKobo))
        const refusals = await transact(db, (t) => holdAll(t, holds))
        expect(refusals.map((refusal) => refusal === undefined)).toEqual(expected)
        for (const refusal of refusals) if (refusal) expect(refusal).toBeInstanceOf(LedgerRefusal)
        expect(await availableOf(accounts)).toEqual(left)
        const held = await db
          .selectFrom('hold')
          .select('transaction_id')
          .where('merchant_id', '=', accounts[0].merchantId)
          .orderBy('id')
          .execute()
        expect(held.map((row) => row.transaction_id)).toEqual(
          holds.filter((_, place) => expected[place]).map(({ transactionId }) => transactionId),
        )
      }),
      propertyRuns('groups of holds', { sample: 20, full: 200 }),
    )
  },
  propertyTimeoutMs,
)

it('applies the daily limit of a wallet within a group in order and still accepts a smaller hold', async () => {
  const [, wallet] = await someAccounts(db, mode)
  await fund(wallet, daily * 3n)
  const holds = [daily - 10n, 20n, 10n, 1n].map((amountKobo) => aHold(wallet, amountKobo))
  const refusals = await transact(db, (t) => holdAll(t, holds))
  expect(refusals.map((refusal) => refusal?.code)).toEqual([undefined, 'daily_limit', undefined, 'daily_limit'])
  const [first] = holds
  if (!first) throw new Error('There are four holds')
  await transact(db, (t) => voidAll(t, [{ owner: first, at }]))
  const again = await transact(db, (t) => holdAll(t, [aHold(wallet, daily - 10n), aHold(wallet, 1n)]))
  expect(again.map((refusal) => refusal?.code)).toEqual([undefined, 'daily_limit'])
})

it('posts a group and refuses only the postings that exceed the balance', async () => {
  const [account] = await someAccounts(db, mode)
  await fund(account, 1000n)
  const postings = [600n, 500n, 400n].map((amountKobo) => ({
    ...aSettling(account, uuidv7(), amountKobo),
    kind: 'MOVE' as const,
  }))
  const outcomes = await transact(db, (t) => postAll(t, postings))
  expect(outcomes.map((outcome) => typeof outcome)).toEqual(['string', 'object', 'string'])
  expect(outcomes[1]).toMatchObject({ code: 'insufficient_funds' })
  expect((await balances(db, [account.id])).get(account.id)).toEqual({ bookedKobo: 0n, availableKobo: 0n })
})

it('settles a group as a whole or not at all', async () => {
  const [account] = await someAccounts(db, mode)
  await fund(account, 1000n)
  const holds = [100n, 200n, 300n].map((amountKobo) => aHold(account, amountKobo))
  await transact(db, (t) => holdAll(t, holds))
  const settling = holds.map(({ transactionId, amountKobo }) => aSettling(account, transactionId, amountKobo))
  const stranger = aSettling(account, uuidv7(), 5n)
  await expect(transact(db, (t) => settleAll(t, [...settling, stranger]))).rejects.toThrow(/has no hold/)
  const untouched = (await balances(db, [account.id])).get(account.id)
  expect(untouched).toEqual({ bookedKobo: 1000n, availableKobo: 400n })
  await transact(db, (t) => settleAll(t, settling.slice(0, 2)))
  await transact(db, (t) => voidAll(t, [{ owner: { transactionId: holds[2]?.transactionId ?? '' }, at }]))
  expect((await balances(db, [account.id])).get(account.id)).toEqual({ bookedKobo: 700n, availableKobo: 700n })
})

function aHold({ id, merchantId }: CustomerAccount, amountKobo: bigint): Hold & { transactionId: string } {
  return { accountId: id, merchantId, transactionId: uuidv7(), amountKobo, at }
}

function aSettling({ id, merchantId }: CustomerAccount, transactionId: string, amountKobo: bigint): Settling {
  const lines = [
    { accountId: id, amountKobo: -amountKobo, transactionId },
    { accountId: providerAccount(mode, 'FLOAT_NIP'), amountKobo },
  ]
  return { mode, kind: 'PAYOUT', reference: `KBO-${transactionId}`, transactionId, merchantId, at, lines }
}

async function fund({ id, merchantId }: CustomerAccount, amountKobo: bigint): Promise<void> {
  const transactionId = uuidv7()
  const lines = [
    { accountId: id, amountKobo, transactionId },
    { accountId: providerAccount(mode, 'FLOAT_NIP'), amountKobo: -amountKobo },
  ]
  const reference = `KBO-${transactionId}`
  await transact(db, (t) => post(t, { mode, kind: 'COLLECTION', reference, transactionId, merchantId, at, lines }))
}

async function availableOf(accounts: readonly CustomerAccount[]): Promise<bigint[]> {
  const found = await balances(
    db,
    accounts.map(({ id }) => id),
  )
  return accounts.map(({ id }) => found.get(id)?.availableKobo ?? -1n)
}

it('adds up the changes of a group by reading each once', async () => {
  const accounts = (await Promise.all(Array.from({ length: 10 }, () => someAccounts(db, mode)))).flat()
  let reads = 0
  class CountedMap extends Map<string, bigint> {
    override get(id: string) {
      reads += 1
      return super.get(id)
    }
  }
  const members = accounts.flatMap(({ id }) => [1n, 2n].map((amountKobo) => new CountedMap([[id, amountKobo]])))
  await transact(db, (t) =>
    changeBalances(
      t,
      members.map((moves) => ({ booked: moves, available: moves, mode })),
    ),
  )
  expect(reads).toBeLessThanOrEqual(2 * members.length)
  expect(await availableOf(accounts)).toEqual(accounts.map(() => 3n))
})
