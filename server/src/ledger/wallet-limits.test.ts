import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { anAccountOf, type CustomerAccount, someAccounts } from '../testing/customer-accounts.ts'
import { aDatabase } from '../testing/database.ts'
import { sealNumbers } from '../testing/factories.ts'
import { uuidv7 } from '../uuid.ts'
import { balances, hold, type Line, post, settle, voidHold } from './ledger.ts'
import type { LedgerRefusalCode } from './ledger-refusal.ts'
import { type ProviderAccount, providerAccount } from './provider-accounts.ts'
import type { TransferKind } from './transfer-kinds.ts'
import { exceedsBalanceLimit } from './wallet-limits.ts'

const database = await aDatabase()
const { db, close } = openDatabase(database.url, { max: 40 })
afterAll(async () => {
  await close()
  await database.close()
})

const mode = 'PRODUCTION'
const at = new Date('2026-03-04T10:00:00Z')
const bvn = '22012345678'
const nin = '51012345678'
/** Limits of the first tier: 50,000 naira a day, 300,000 in total. */
const daily = 5_000_000n
const ceiling = 30_000_000n

let merchant: CustomerAccount
let wallet: CustomerAccount
beforeEach(async () => {
  const [shop, customers] = await someAccounts(db, mode)
  merchant = shop
  wallet = customers
  await become({ tier: 1, nin: null })
})

describe('wallet debits', () => {
  it('accepts debits up to the daily limit to the kobo', async () => {
    await collect(wallet, daily * 2n)
    await holdFor(daily - 1n)
    await expect(moveOut(2n)).rejects.toMatchObject(refusal('daily_limit'))
    await moveOut(1n)
    expect(await counted()).toBe(daily)
    await expect(moveOut(1n)).rejects.toMatchObject(refusal('daily_limit'))
    await expect(holdFor(1n)).rejects.toMatchObject(refusal('daily_limit'))
    expect(await counted()).toBe(daily)
    expect((await balances(db, [wallet.id])).get(wallet.id)).toEqual({
      bookedKobo: daily * 2n - 1n,
      availableKobo: daily,
    })
  })

  it.each([
    [2, 20_000_000n],
    [3, 500_000_000n],
  ])('applies the daily limit of tier %i', async (tier, limit) => {
    await become({ tier, nin })
    await collect(wallet, limit + 1n)
    await expect(moveOut(limit + 1n)).rejects.toMatchObject(refusal('daily_limit'))
    await moveOut(limit)
    expect(await counted()).toBe(limit)
  })

  it('counts the fee of a debit towards the daily limit', async () => {
    await collect(wallet, daily * 2n)
    const withFee = (amountKobo: bigint) => [
      line(wallet, -(amountKobo + 1000n)),
      line(merchant, amountKobo),
      own('FEE_INCOME', 1000n),
    ]
    await expect(postLines('MOVE', withFee(daily - 999n))).rejects.toMatchObject(refusal('daily_limit'))
    await postLines('MOVE', withFee(daily - 1000n))
    expect(await counted()).toBe(daily)
  })

  it('resets the daily limit at midnight in Lagos', async () => {
    await collect(wallet, daily * 3n)
    const lastSecond = new Date('2026-03-04T22:59:59.999Z')
    const midnight = new Date('2026-03-04T23:00:00.000Z')
    await moveOut(daily, lastSecond)
    await expect(moveOut(1n, lastSecond)).rejects.toMatchObject(refusal('daily_limit'))
    await moveOut(daily, midnight)
    await expect(moveOut(1n, midnight)).rejects.toMatchObject(refusal('daily_limit'))
    expect(await counted('2026-03-04')).toBe(daily)
    expect(await counted('2026-03-05')).toBe(daily)
  })

  it('restores the daily limit when a hold is released and keeps it counted when posted', async () => {
    await collect(wallet, daily * 2n)
    const released = await holdFor(daily)
    await transact(db, (t) => voidHold(t, { transactionId: released }, at))
    expect(await counted()).toBe(0n)
    const used = await holdFor(daily)
    await settleHold(used, daily)
    expect(await counted()).toBe(daily)
    await expect(holdFor(1n)).rejects.toMatchObject(refusal('daily_limit'))
  })

  it('leaves the later day unchanged when a hold is released on it', async () => {
    await collect(wallet, daily * 3n)
    const tomorrow = new Date('2026-03-05T10:00:00Z')
    const held = await holdFor(daily)
    await moveOut(daily, tomorrow)
    await transact(db, (t) => voidHold(t, { transactionId: held }, tomorrow))
    expect(await counted('2026-03-04')).toBe(0n)
    expect(await counted('2026-03-05')).toBe(daily)
  })

  it('never exceeds the daily limit under concurrent debits', async () => {
    await collect(wallet, daily * 4n)
    const each = daily / 10n
    const results = await Promise.allSettled(
      Array.from({ length: 32 }, (_, turn) => (turn % 2 === 0 ? holdFor(each) : moveOut(each))),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject(refusal('daily_limit'))
    }
    expect(await counted()).toBe(daily)
    expect((await balances(db, [wallet.id])).get(wallet.id)?.availableKobo).toBe(daily * 3n)
  })

  it.each(['INACTIVE', 'PENDING'])('refuses debits while the wallet is %s', async (status) => {
    await collect(wallet, 1000n)
    await become({ status })
    await expect(holdFor(1n)).rejects.toMatchObject(refusal('wallet_disabled'))
    await expect(moveOut(1n)).rejects.toMatchObject(refusal('wallet_disabled'))
    expect(await counted()).toBe(0n)
  })

  it.each([
    { tier: 1, bvn: null, nin: null, may: false },
    { tier: 1, bvn, nin: null, may: true },
    { tier: 1, bvn: null, nin, may: true },
    { tier: 2, bvn, nin: null, may: false },
    { tier: 2, bvn: null, nin, may: false },
    { tier: 2, bvn, nin, may: true },
    { tier: 3, bvn, nin: null, may: false },
    { tier: 3, bvn, nin, may: true },
  ])('requires the IDs of its tier: $tier with BVN $bvn and NIN $nin', async ({ may, ...papers }) => {
    await collect(wallet, 1000n)
    await become(papers)
    if (may) await holdFor(1n)
    else await expect(holdFor(1n)).rejects.toMatchObject(refusal('post_no_debit'))
  })

  it('refuses a debit above the balance and counts nothing', async () => {
    await collect(wallet, 10n)
    await expect(holdFor(11n)).rejects.toMatchObject(refusal('insufficient_funds'))
    expect(await counted()).toBe(0n)
  })

  it('posts a hold although the wallet was disabled after it was placed', async () => {
    await collect(wallet, 1000n)
    const held = await holdFor(400n)
    await become({ status: 'INACTIVE' })
    await settleHold(held, 400n)
    expect((await balances(db, [wallet.id])).get(wallet.id)?.bookedKobo).toBe(600n)
  })

  it('limits dispute and refund holds by the balance only and never changes the daily limit', async () => {
    await collect(wallet, daily * 2n)
    await moveOut(daily)
    await become({ status: 'INACTIVE' })
    const { id: accountId, merchantId } = wallet
    const owners = { DISPUTE: { disputeId: uuidv7() }, REFUND: { transactionId: uuidv7() } } as const
    for (const kind of ['DISPUTE', 'REFUND'] as const) {
      const order = { ...owners[kind], kind, accountId, merchantId, at }
      await expect(transact(db, (t) => hold(t, { ...order, amountKobo: daily + 1n }))).rejects.toMatchObject(
        refusal('insufficient_funds'),
      )
      await transact(db, (t) => hold(t, { ...order, amountKobo: daily }))
      await transact(db, (t) => voidHold(t, owners[kind], at))
      expect(await counted()).toBe(daily)
    }
    await expect(holdFor(1n)).rejects.toMatchObject(refusal('wallet_disabled'))
  })

  it('limits our own charges by the balance only', async () => {
    await collect(wallet, daily)
    await become({ status: 'INACTIVE' })
    await postLines('CHARGE', [line(wallet, -daily), own('FEE_INCOME', daily)])
    expect(await counted()).toBe(0n)
    await expect(postLines('CHARGE', [line(wallet, -1n), own('FEE_INCOME', 1n)])).rejects.toMatchObject(
      refusal('insufficient_funds'),
    )
  })
})

describe('wallet credits', () => {
  it('accepts credits up to the maximum balance to the kobo', async () => {
    await collect(merchant, ceiling + 1n)
    await moveIn(ceiling - 1n)
    await expect(moveIn(2n)).rejects.toMatchObject(refusal('balance_limit'))
    await moveIn(1n)
    await expect(moveIn(1n)).rejects.toMatchObject(refusal('balance_limit'))
    expect((await balances(db, [wallet.id])).get(wallet.id)?.bookedKobo).toBe(ceiling)
  })

  it('counts held funds towards the maximum balance', async () => {
    await collect(merchant, ceiling)
    await moveIn(ceiling - 10n)
    await holdFor(1000n)
    await expect(moveIn(11n)).rejects.toMatchObject(refusal('balance_limit'))
  })

  it('applies no maximum at tier 3 or to a merchant’s own account', async () => {
    await become({ tier: 3, nin })
    await collect(merchant, ceiling * 20n)
    await moveIn(ceiling * 20n)
    expect((await balances(db, [wallet.id])).get(wallet.id)?.bookedKobo).toBe(ceiling * 20n)
  })

  it('accepts a collection above the maximum balance in full', async () => {
    await collect(wallet, ceiling)
    expect(await exceedsBalanceLimit(db, wallet.id)).toBe(false)
    await collect(wallet, 1n)
    expect(await exceedsBalanceLimit(db, wallet.id)).toBe(true)
    expect(await exceedsBalanceLimit(db, merchant.id)).toBe(false)
  })
})

describe('child accounts of a wallet', () => {
  let child: CustomerAccount
  beforeEach(async () => {
    child = await anAccountOf(db, wallet, 'CHILD')
  })

  it('shares the daily limit of its holder to the kobo', async () => {
    await collect(wallet, daily)
    await collect(child, daily)
    await moveOut(daily - 10n)
    await expect(moveOut(11n, at, child)).rejects.toMatchObject(refusal('daily_limit'))
    await expect(holdFor(11n, child)).rejects.toMatchObject(refusal('daily_limit'))
    await moveOut(4n, at, child)
    await holdFor(6n, child)
    expect(await counted()).toBe(daily)
    await expect(moveOut(1n)).rejects.toMatchObject(refusal('daily_limit'))
    await expect(moveOut(1n, at, child)).rejects.toMatchObject(refusal('daily_limit'))
  })

  it('restores the holder’s daily limit when its hold is released', async () => {
    await collect(child, daily * 2n)
    const held = await holdFor(daily, child)
    expect(await counted()).toBe(daily)
    await transact(db, (t) => voidHold(t, { transactionId: held }, at))
    expect(await counted()).toBe(0n)
    await holdFor(daily, child)
  })

  it('never exceeds the holder’s daily limit under concurrent debits of several accounts', async () => {
    const other = await anAccountOf(db, wallet, 'CHILD')
    const payers = [wallet, child, other] as const
    for (const payer of payers) await collect(payer, daily * 2n)
    const each = daily / 10n
    const results = await Promise.allSettled(
      Array.from({ length: 33 }, (_, turn) => {
        const payer = payers[turn % 3]
        return turn % 2 === 0 ? holdFor(each, payer) : moveOut(each, at, payer)
      }),
    )
    const refused = results.flatMap((result): unknown[] => (result.status === 'rejected' ? [result.reason] : []))
    expect(refused).toHaveLength(23)
    for (const reason of refused) expect(reason).toMatchObject(refusal('daily_limit'))
    expect(await counted()).toBe(daily)
  })

  it('transfers to and from its wallet without counting it, except while the wallet is disabled', async () => {
    await collect(wallet, daily * 3n)
    const across = (payer: CustomerAccount, paid: CustomerAccount) =>
      postLines('MOVE', [line(payer, -daily * 2n - 10n), line(paid, daily * 2n), own('FEE_INCOME', 10n)])
    await across(wallet, child)
    expect(await counted()).toBe(10n)
    await collect(child, 10n)
    await across(child, wallet)
    expect(await counted()).toBe(20n)
    await become({ status: 'INACTIVE' })
    await expect(postLines('MOVE', [line(wallet, -1n), line(child, 1n)])).rejects.toMatchObject(
      refusal('wallet_disabled'),
    )
  })

  it('counts towards the holder’s maximum balance whichever account is credited', async () => {
    await collect(merchant, ceiling * 2n)
    await collect(child, ceiling - 10n)
    await expect(moveIn(11n)).rejects.toMatchObject(refusal('balance_limit'))
    await moveIn(10n)
    const toChild = postLines('MOVE', [line(merchant, -1n), line(child, 1n)])
    await expect(toChild).rejects.toMatchObject(refusal('balance_limit'))
    expect(await exceedsBalanceLimit(db, child.id)).toBe(false)
    await collect(child, 1n)
    expect([await exceedsBalanceLimit(db, child.id), await exceedsBalanceLimit(db, wallet.id)]).toEqual([true, true])
  })

  it('applies no limit to a child account of a merchant', async () => {
    const merchants = await anAccountOf(db, merchant, 'CHILD')
    await collect(merchants, daily * 2n)
    await moveOut(daily * 2n, at, merchants)
    expect(await counted()).toBe(0n)
  })
})

function refusal(code: LedgerRefusalCode) {
  return { name: 'Error', code }
}

interface Become {
  tier?: number
  status?: string
  bvn?: string | null
  nin?: string | null
}

async function become({ tier, status, ...numbers }: Become) {
  const id = wallet.walletId ?? ''
  const fields = { ...(tier !== undefined && { tier }), ...(status !== undefined && { status }) }
  await db
    .updateTable('wallet')
    .set({ ...fields, ...sealNumbers('wallet', id, numbers) })
    .where('id', '=', id)
    .execute()
}

async function counted(day = '2026-03-04'): Promise<bigint> {
  const row = await db
    .selectFrom('wallet_day')
    .select('debited_kobo')
    .where('account_id', '=', wallet.id)
    .where('day', '=', day)
    .executeTakeFirst()
  return row?.debited_kobo ?? 0n
}

async function collect(account: CustomerAccount, amountKobo: bigint): Promise<void> {
  await postLines('COLLECTION', [line(account, amountKobo), own('FLOAT_NIP', -amountKobo)])
}

function moveOut(amountKobo: bigint, when = at, payer = wallet): Promise<void> {
  return postLines('MOVE', [line(payer, -amountKobo), line(merchant, amountKobo)], when)
}

function moveIn(amountKobo: bigint): Promise<void> {
  return postLines('MOVE', [line(merchant, -amountKobo), line(wallet, amountKobo)])
}

async function holdFor(amountKobo: bigint, payer = wallet): Promise<string> {
  const transactionId = uuidv7()
  const { id: accountId, merchantId } = payer
  await transact(db, (t) => hold(t, { accountId, merchantId, transactionId, amountKobo, at }))
  return transactionId
}

async function settleHold(transactionId: string, amountKobo: bigint): Promise<void> {
  const { merchantId } = wallet
  const lines = [line(wallet, -amountKobo), own('FLOAT_NIP', amountKobo)]
  const posting = { mode, kind: 'PAYOUT', reference: `KBO-${uuidv7()}`, transactionId, merchantId, at, lines } as const
  await transact(db, (t) => settle(t, posting))
}

async function postLines(kind: TransferKind, lines: Line[], when = at): Promise<void> {
  const reference = `KBO-${uuidv7()}`
  const { merchantId } = wallet
  await transact(db, (t) => post(t, { mode, kind, reference, transactionId: null, merchantId, at: when, lines }))
}

function line({ id }: CustomerAccount, amountKobo: bigint): Line {
  return { accountId: id, amountKobo }
}

function own(kind: ProviderAccount, amountKobo: bigint): Line {
  return { accountId: providerAccount(mode, kind), amountKobo }
}
