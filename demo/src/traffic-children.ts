import { randomInt } from 'node:crypto'
import type { Mode } from '@kobo/contract/kit/mode'
import { naira } from '@kobo/contract/kit/naira'
import { sql } from 'kysely'
import { newReference } from '@kobo/server/engine/reference'
import { banks } from '@kobo/server/rails/banks'
import type { Stage } from './partners.ts'
import { pickFrom, solvent, someAccountNumber, someName, walletMostKobo } from './traffic-accounts.ts'

const leastKobo = 1_000_000n

/** Opens a child account for a merchant or a customer. */
export async function openChild({ db, partners }: Stage, mode: Mode): Promise<void> {
  const holder = pickFrom(await solvent(db, mode, leastKobo))
  if (!holder) return
  const { merchantId, walletId, accountName } = holder
  const name = `${accountName} ${pickFrom(['Savings', 'Rent', 'Payroll', 'School fees']) ?? ''}`.trim()
  await partners.ask(merchantId, 'child-accounts', { reference: newReference(new Date()), walletId, accountName: name })
}

/** Pays out part of a child account's balance. */
export async function payOutOfChild({ db, partners }: Stage, mode: Mode): Promise<void> {
  const child = await someChild(db, mode, leastKobo)
  const bank = pickFrom(banks.filter(({ code }) => code !== '101'))
  if (!child || !bank) return
  const part = child.available / BigInt(randomInt(2, 8))
  const maxKobo = child.walletId !== null && part > walletMostKobo ? walletMostKobo : part
  const amountKobo = (maxKobo / 10_000n) * 10_000n
  await partners.ask(child.merchantId, 'payouts', {
    reference: newReference(new Date()),
    childAccountNumber: child.number,
    amount: naira(amountKobo),
    beneficiary: { name: someName(), accountNumber: someAccountNumber(bank.code), bankCode: bank.code },
    narration: pickFrom(['Teachers', 'Rent', 'Stock', 'Wages']) ?? '',
  })
}

interface SomeChild {
  number: string
  merchantId: string
  walletId: string | null
  available: bigint
}

/** Returns an active child account with at least this balance whose merchant is active and whose wallet may pay. */
export async function someChild(db: Stage['db'], mode: Mode, least = 0n): Promise<SomeChild | undefined> {
  const { rows } = await sql<SomeChild>`
    select account_number as number, account.merchant_id as "merchantId", wallet_id as "walletId", available_kobo as available
    from account join merchant on merchant.id = account.merchant_id left join wallet on wallet.id = wallet_id
    where account.kind = 'CHILD' and account.mode = ${mode} and inactive_since is null and merchant.status = 'ACTIVE'
      and available_kobo >= ${least}
      and (wallet_id is null or wallet.status = 'ACTIVE' and num_nonnulls(wallet.bvn, wallet.nin) >= least(wallet.tier, 2))
    order by random() limit 1`.execute(db)
  return rows[0]
}
