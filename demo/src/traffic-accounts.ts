import { randomInt } from 'node:crypto'
import type { Mode } from '@kobo/contract/kit/mode'
import type { Database } from '@kobo/server/db/database'
import { accountNumber } from '@kobo/server/ledger/nuban'
import { surnames, womensNames } from './names.ts'

/** Limit for one payment of a customer, within the limits of every tier. */
export const walletMostKobo = 1_500_000n

/** Account in the demo that can pay or receive. */
export interface Payer {
  id: string
  merchantId: string
  walletId: string | null
  accountName: string
  accountNumber: string
  bankCode: string
}

/** Collection that can be refunded. */
export interface Returnable {
  merchantId: string
  reference: string
  amountKobo: bigint
}

/** Returns the newest collections on own accounts of merchants with refunds enabled whose sender is known. */
export async function returnable(db: Database, mode: Mode): Promise<Returnable[]> {
  const newest = db
    .selectFrom('transaction')
    .selectAll()
    .where('mode', '=', mode)
    .where('scope', '=', 'MERCHANT')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(500)
    .as('newest')
  return await db
    .selectFrom(newest)
    .innerJoin('merchant', 'merchant.id', 'newest.merchant_id')
    .select(['newest.merchant_id as merchantId', 'newest.reference', 'newest.amount_kobo as amountKobo'])
    .where('newest.status', '=', 'SUCCESS')
    .where('newest.type', '=', 'CREDIT')
    .where('newest.category', '=', 'BANK_FUNDING')
    .where('newest.originator_number', 'is not', null)
    .where('is_refund_enabled', '=', true)
    .execute()
}

/** Picks a random member, undefined for an empty list. */
export function pickFrom<T>(list: readonly T[]): T | undefined {
  return list.length === 0 ? undefined : list[randomInt(list.length)]
}

const found = 40

/** Returns accounts of active merchants that hold at least this much, from a random account number on. */
export async function solvent(db: Database, mode: Mode, leastKobo = 0n): Promise<Payer[]> {
  const { last } = await db
    .selectFrom('account')
    .select((row) => row.fn.max('account_number').as('last'))
    .executeTakeFirstOrThrow()
  const from = String(randomInt(5_400_000_010, Math.max(Number(last ?? 0), 5_400_000_011)))
  const rows = await db
    .selectFrom('account')
    .innerJoin('merchant', 'merchant.id', 'account.merchant_id')
    .leftJoin('wallet', 'wallet.id', 'account.wallet_id')
    .select(['account.id', 'account.merchant_id', 'account.wallet_id', 'account.account_name'])
    .select(['account.account_number', 'account.bank_code'])
    .where('account.mode', '=', mode)
    .where('account.kind', 'in', ['MERCHANT', 'WALLET'])
    .where('merchant.status', '=', 'ACTIVE')
    .where('account_number', '>=', from)
    .where('available_kobo', '>=', leastKobo)
    // A wallet without documents cannot be debited, and an inactive one cannot receive.
    .where((row) =>
      row.or([
        row('account.wallet_id', 'is', null),
        row.and([
          row('wallet.status', '=', 'ACTIVE'),
          row('wallet.bvn', 'is not', null),
          row.or([row('wallet.tier', '=', 1), row('wallet.nin', 'is not', null)]),
        ]),
      ]),
    )
    .orderBy('account_number')
    .limit(found)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    merchantId: row.merchant_id,
    walletId: row.wallet_id,
    accountName: row.account_name,
    accountNumber: row.account_number,
    bankCode: row.bank_code,
  }))
}

/** Returns a valid account number whose last digits trigger no special behaviour of the simulated switch. */
export function someAccountNumber(bankCode: string): string {
  for (;;) {
    const number = accountNumber(randomInt(1_000_000_000), bankCode)
    if (!/[89]\d\d$/.test(number)) return number
  }
}

export function someName(): string {
  return `${pickFrom(womensNames) ?? ''} ${pickFrom(surnames) ?? ''}`
}
