import type { Mode } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Transaction } from '@kobo/server/db/database'
import { openChildAccount } from '@kobo/server/engine/child-accounts/open-child-account'
import { setChildStatus } from '@kobo/server/engine/child-accounts/set-child-status'
import { withIdsFrom } from '@kobo/server/uuid'
import { dayMs, hourMs, minuteMs } from './calendar.ts'
import { type PastChild, payInWithin, payOut } from './child-payments.ts'
import type { Past } from './past.ts'
import { type Random, seeded } from './random.ts'

export interface ChildCounts {
  /** Number of merchants and of customers with child accounts. */
  merchants: number
  wallets: number
  /** Number of payouts that are open when the demo starts. */
  open: number
}

interface Holder {
  merchant_id: string
  wallet_id: string | null
  name: string
  opened: string
  may_pay: boolean
  /** Null for a merchant. */
  tier: number | null
}

const purposes = {
  merchant: ['Payroll', 'Rent', 'Suppliers', 'Tax', 'Ikeja branch', 'Lekki branch', 'Diesel', 'Savings'],
  wallet: ['Savings', 'School fees', 'Rent', 'Ajo', 'Travel', 'Wedding'],
} as const

/**
 * Adds child accounts of merchants and customers, opened in the last weeks, with their collections and payouts, through the
 * engine at their past times. The same seed yields the same rows. Returns the number of transactions.
 */
export async function addChildAccounts(db: Transaction, past: Past, counts: ChildCounts): Promise<number> {
  const random = seeded(`${past.seed} ${past.mode} child accounts`)
  return await withIdsFrom(random.id, () => addChildren(db, random, past, counts))
}

async function addChildren(
  db: Transaction,
  random: Random,
  { mode, now, since }: Past,
  counts: ChildCounts,
): Promise<number> {
  const before = new Date(since.getTime() - dayMs)
  const wallets = await walletsWithAccount(db, mode, before)
  // However few customers there are, one has paid out, whose tier has limits above any amount here.
  const payers = random.several(
    wallets.filter(({ may_pay: mayPay, tier }) => mayPay && tier === 3),
    Math.min(counts.wallets, 1),
  )
  const otherWallets = wallets.filter((wallet) => !payers.includes(wallet))
  const holders = [
    ...random.several(await merchantsWithAccount(db, mode, before), counts.merchants),
    ...payers,
    ...random.several(otherWallets, counts.wallets - payers.length),
  ]
  let open = counts.open
  const failed = { some: false }
  const results = new Set<boolean>()
  for (const holder of holders) {
    const isWallet = holder.wallet_id !== null
    for (const purpose of random.several(
      purposes[isWallet ? 'wallet' : 'merchant'],
      random.whole(1, isWallet ? 2 : 3),
    )) {
      const from = Math.max(Date.parse(holder.opened), since.getTime() - 30 * dayMs)
      const openedMs = Math.floor(from + random.next() * (now.getTime() - 2 * dayMs - from))
      const child = await openChild(db, { mode, holder, purpose, at: new Date(openedMs) })
      const times = eventTimes(random, { from: Math.max(openedMs, since.getTime()), now })
      await liveThrough(db, random, child, { times, failed })
      if (payers.includes(holder)) await payOutOnce(db, random, child, times.at(-1) ?? openedMs)
      // The first one of each kind is always inactive.
      const isFirst = !results.has(isWallet)
      results.add(isWallet)
      if (open > 0 && !isFirst && child.mayPay && random.chance(0.5)) {
        if (await beginPayout(db, random, child, { now, isSent: open % 2 === 0 })) open -= 1
      } else if (isFirst || random.chance(0.12)) {
        const at = new Date(Math.max(openedMs, times.at(-1) ?? 0) + hourMs)
        await setChildStatus(db, { accountId: child.id, status: 'INACTIVE', at })
      }
    }
  }
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from transaction where mode = ${mode} and scope = 'CHILD'`.execute(db)
  return rows[0]?.n ?? 0
}

async function openChild(
  db: Transaction,
  { mode, holder, purpose, at }: { mode: Mode; holder: Holder; purpose: string; at: Date },
): Promise<PastChild> {
  const { merchant_id: merchantId, wallet_id: walletId, name } = holder
  const opened = await openChildAccount(db, { mode, merchantId, walletId, accountName: `${name} ${purpose}`, at })
  return { ...opened, mode, merchantId, walletId, mayPay: holder.may_pay }
}

/** Draws instants at least a minute apart and at least three hours old, oldest first. */
function eventTimes(random: Random, { from, now }: { from: number; now: Date }): number[] {
  const until = now.getTime() - 3 * hourMs
  const instants = Array.from({ length: random.whole(1, 6) }, () => Math.floor(from + random.next() * (until - from)))
  return instants.sort((a, b) => a - b).filter((at, index) => at - (instants[index - 1] ?? 0) > minuteMs)
}

/** Writes collections first, later also payouts. The first payout overall always fails. */
async function liveThrough(
  db: Transaction,
  random: Random,
  child: PastChild,
  { times, failed }: { times: readonly number[]; failed: { some: boolean } },
): Promise<void> {
  for (const [index, ms] of times.entries()) {
    const at = new Date(ms)
    if (index > 0 && random.chance(0.4) && child.mayPay) {
      const isFailing = random.chance(0.15) || !failed.some
      const isPaidOut = await payOut(db, random, child, { at, becomes: isFailing ? 'FAILED' : 'SUCCESS' })
      if (isPaidOut && isFailing) failed.some = true
    } else await payInWithin(db, random, child, at)
  }
}

/** Adds collections, in the minutes after that instant, until one is large enough for a payout. */
async function payOutOnce(db: Transaction, random: Random, child: PastChild, afterMs: number): Promise<void> {
  for (let minutes = 10; minutes <= 50; minutes += 10) {
    await payInWithin(db, random, child, new Date(afterMs + (minutes - 5) * minuteMs))
    if (await payOut(db, random, child, { at: new Date(afterMs + minutes * minuteMs), becomes: 'SUCCESS' })) return
  }
}

/** Makes a payout of the last minutes, either sent or still queued; returns whether there was one. */
async function beginPayout(
  db: Transaction,
  random: Random,
  child: PastChild,
  { now, isSent }: { now: Date; isSent: boolean },
): Promise<boolean> {
  await payInWithin(db, random, child, new Date(now.getTime() - 2 * hourMs))
  const at = new Date(now.getTime() - random.whole(2 * minuteMs, 8 * minuteMs))
  return await payOut(db, random, child, { at, becomes: isSent ? 'PENDING' : 'QUEUED' })
}

async function merchantsWithAccount(db: Transaction, mode: Mode, before: Date): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select merchant.id as merchant_id, null::uuid as wallet_id, account_name as name, account.created_at as opened,
      true as may_pay, null::int as tier
    from account join merchant on merchant.id = account.merchant_id
    where account.mode = ${mode} and account.kind = 'MERCHANT' and merchant.status = 'ACTIVE'
      and account.created_at < ${before.toISOString()} and length(account_name) < 60
    order by account_number`.execute(db)
  return rows
}

/** Returns wallets of active merchants, some of them inactive. */
async function walletsWithAccount(db: Transaction, mode: Mode, before: Date): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select merchant.id as merchant_id, wallet.id as wallet_id, wallet.account_name as name, account.created_at as opened,
      wallet.status = 'ACTIVE' and num_nonnulls(wallet.bvn, wallet.nin) >= least(wallet.tier, 2) as may_pay, wallet.tier
    from account join wallet on wallet.id = account.wallet_id join merchant on merchant.id = wallet.merchant_id
    where account.mode = ${mode} and account.kind = 'WALLET' and merchant.status = 'ACTIVE'
      and wallet.status <> 'PENDING' and account.created_at < ${before.toISOString()}
    order by account_number`.execute(db)
  return rows
}
