import type { Mode } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Transaction } from '@kobo/server/db/database'
import { dayMs, hourMs } from './calendar.ts'
import type { Random } from './random.ts'

/** Payout of the history from a merchant's own account, with facts about the merchant. */
export interface PastPayout {
  id: string
  merchant_id: string
  created_at: string
  amount_kobo: bigint
  beneficiary_name: string
  account_number: string
  bank_code: string
  narration: string | null
  merchant_since: string
  account_since: string
  available_kobo: bigint
}

export interface PastPayouts {
  /** Returns the next payout that fits and removes it. */
  take(fits: (payout: PastPayout) => boolean): PastPayout | undefined
}

const samples = [
  { days: 200, most: 3000 },
  { days: 7, most: 1500 },
] as const

/** Returns completed payouts in no meaningful order: many of the last months, then those of the last week. */
export async function pastPayouts(db: Transaction, mode: Mode, now: Date): Promise<PastPayouts> {
  const found = new Map<string, PastPayout>()
  for (const { days, most } of samples) {
    const since = new Date(now.getTime() - days * dayMs).toISOString()
    const { rows } = await sql<PastPayout>`
      select t.id, t.merchant_id, t.created_at, t.amount_kobo, t.beneficiary_name, t.narration,
        t.beneficiary_number as account_number, t.beneficiary_bank_code as bank_code,
        m.created_at as merchant_since, a.created_at as account_since, a.available_kobo
      from transaction t
      join merchant m on m.id = t.merchant_id
      join account a on a.merchant_id = t.merchant_id and a.kind = 'MERCHANT'
      where t.mode = ${mode} and t.scope = 'MERCHANT' and t.created_at > ${since} and t.type = 'DEBIT'
        and t.category = 'BANK_TRANSFER' and t.status in ('SUCCESS', 'FAILED') and t.beneficiary_name is not null
        and not exists (select from bulk_item where bulk_item.transaction_id = t.id)
      order by md5(t.id::text)
      limit ${most}
    `.execute(db)
    for (const row of rows) found.set(row.id, row)
  }
  return {
    take(fits) {
      for (const payout of found.values()) {
        if (!fits(payout)) continue
        found.delete(payout.id)
        return payout
      }
      return undefined
    },
  }
}

/** Columns of an order that no operator has stopped. */
export const undecided = { decided_by: null, decided_at: null, decision_reason: null }

/** Payer and beneficiary of a payout, as columns of a scheduled or recurring one. */
export function orderOf(mode: Mode, payout: PastPayout) {
  const { merchant_id, beneficiary_name, account_number, bank_code, narration } = payout
  return { mode, merchant_id, wallet_id: null, beneficiary_name, account_number, bank_code, narration, ...undecided }
}

/** Whether the merchant could pay this amount many times over. */
export function canPay(payout: PastPayout, amountKobo: bigint): boolean {
  return payout.available_kobo >= 20n * amountKobo
}

/** Draws an amount of whole steps that the merchant could pay many times over; it can pay one step. */
export function affordableKobo(random: Random, payout: PastPayout, { stepKobo, maxSteps }: AmountSteps): bigint {
  let steps = random.whole(1, maxSteps)
  while (steps > 1 && !canPay(payout, BigInt(stepKobo * steps))) steps -= 1
  return BigInt(stepKobo * steps)
}

interface AmountSteps {
  stepKobo: number
  maxSteps: number
}

/** Whether the merchant signed up hours before it was accepted and got an account. */
export function waitedForItsAccount(payout: PastPayout): boolean {
  return Date.parse(payout.account_since) - Date.parse(payout.merchant_since) > 3 * hourMs
}
