import { lagosDay } from '@kobo/contract/kit/day'
import type { Mode } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Transaction } from '@kobo/server/db/database'
import { creditCollection, declineCollection } from '@kobo/server/engine/collections/receive-collection'
import { findReceivingAccount } from '@kobo/server/engine/collections/receiving-account'
import { submitPayout } from '@kobo/server/engine/payouts/submit-payout'
import { accountNumber } from '@kobo/server/ledger/nuban'
import { type Bank, banks } from '@kobo/server/rails/banks'
import { newSessionId } from '@kobo/server/rails/session-id'
import { numbering } from './history/numbering.ts'
import { surnames, womensNames } from './names.ts'
import { advancePayment, nobody, type PastEnd } from './past-outbound.ts'
import type { Random } from './random.ts'
import { uuidv7 } from '@kobo/server/uuid'

/** Child account of the demo. */
export interface PastChild {
  id: string
  number: string
  mode: Mode
  merchantId: string
  walletId: string | null
  /** Whether its holder may make payouts. */
  mayPay: boolean
}

/** Child account, store, or the merchant's own account. */
type PastPayer = Pick<PastChild, 'id' | 'mode' | 'merchantId'> & { walletId?: string | null; isOwn?: true }

/** Account number to pay into, and its holder. */
type PaidOn = Pick<PastChild, 'number' | 'mode' | 'walletId'>

/**
 * Returns the remaining limits of a customer's child accounts. They use one half of the wallet's limits in the demo and the
 * wallet the other; null means no limit.
 */
async function roomOf(
  db: Transaction,
  walletId: string | null,
  at: Date,
): Promise<{ pay: bigint | null; hold: bigint | null }> {
  if (walletId === null) return { pay: null, hold: null }
  const { rows } = await sql<{ pay: bigint; hold: bigint | null }>`
    select daily_debit_kobo / 2 - coalesce((
        select debited_kobo from wallet_day join account on account.id = account_id
        where account.wallet_id = wallet.id and kind = 'WALLET' and day = ${lagosDay(at)}), 0) as pay,
      balance_kobo / 2 - (
        select coalesce(sum(booked_kobo), 0)::bigint from account where wallet_id = wallet.id and kind = 'CHILD') as hold
    from wallet join tier_limit on tier_limit.tier = wallet.tier where wallet.id = ${walletId}`.execute(db)
  return rows[0] ?? { pay: null, hold: null }
}

/** Credits a payment to a child account, unless it could exceed the holder's balance limit. */
export async function payInWithin(db: Transaction, random: Random, child: PastChild, at: Date): Promise<void> {
  const { hold } = await roomOf(db, child.walletId, at)
  if (hold === null || hold >= BigInt(maxNairaByPayer.wallet) * 100n) await payIn(db, random, child, at)
}

/** Credits or declines a payment from another bank to an account number; returns the transaction. */
export async function payIn(db: Transaction, random: Random, child: PaidOn, at: Date): Promise<string> {
  const receiver = await findReceivingAccount(db, child.mode, child.number)
  if (!receiver) throw new Error(`No recipient for account ${child.number}`)
  const bank = random.pick(banks)
  const maxNaira = child.walletId === null ? maxNairaByPayer.merchant : maxNairaByPayer.wallet
  const collection = {
    mode: child.mode,
    accountNumber: child.number,
    amountKobo: BigInt(random.whole(2000, maxNaira)) * 100n,
    sender: { name: someName(random), accountNumber: someNumber(random, bank), bankCode: bank.code },
    sessionId: newSessionId(at, Number(random.digits(12))),
    narration: random.pick(['Term fees', 'Rent', 'Contribution', 'Invoice', 'Savings']),
    route: 'NIP' as const,
    at,
  }
  if (receiver.closedBy !== null) {
    const id = uuidv7(at.getTime())
    await declineCollection(db, collection, receiver, receiver.closedBy, id)
    return id
  }
  return (await creditCollection(db, collection, receiver)).id
}

const maxNairaByPayer = { merchant: 400_000, wallet: 60_000 }

interface PastPayout {
  at: Date
  becomes: PastEnd
}

/** Above the charges of any payout. */
const maxChargesKobo = 50_000n

/**
 * Pays out part of an account's balance and advances the payout to its status; skips accounts that hold too little. Returns
 * whether there was one.
 */
export async function payOut(db: Transaction, random: Random, child: PastPayer, past: PastPayout): Promise<boolean> {
  const { at, becomes } = past
  const { available_kobo } = await db
    .selectFrom('account')
    .select('available_kobo')
    .where('id', '=', child.id)
    .executeTakeFirstOrThrow()
  const desiredKobo = (available_kobo / BigInt(random.whole(2, 6)) / 10_000n) * 10_000n
  const { pay } = await roomOf(db, child.walletId ?? null, at)
  const maxKobo = pay === null ? desiredKobo : ((pay - maxChargesKobo) / 10_000n) * 10_000n
  const amountKobo = desiredKobo < maxKobo ? desiredKobo : maxKobo
  if (amountKobo < 50_000n) return false
  const bank = random.pick(banks.filter(({ code }) => code !== '101'))
  const name = someName(random)
  const { transactionId } = await submitPayout(db, nobody, {
    mode: child.mode,
    merchantId: child.merchantId,
    walletId: null,
    ...(!child.isOwn && { ownAccountId: child.id }),
    amountKobo,
    beneficiary: { name, accountNumber: someNumber(random, bank), bankCode: bank.code },
    narration: random.pick(['Teachers', 'Rent', 'Stock', 'Wages', 'Savings out']),
    reference: numbering(random).reference(at.getTime()),
    at,
  })
  await advancePayment(db, random, { transactionId, becomes, at })
  return true
}

export function someName(random: Random): string {
  return `${random.pick(womensNames)} ${random.pick(surnames)}`
}

/** Returns a valid account number whose last digits trigger no special behaviour of the simulated switch. */
export function someNumber(random: Random, { code }: Pick<Bank, 'code'>): string {
  for (;;) {
    const number = accountNumber(Number(random.digits(9)), code)
    if (!/[89]\d\d$/.test(number)) return number
  }
}
