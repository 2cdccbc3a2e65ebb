import type { Selectable } from 'kysely'
import type { BulkItem } from '../../db/tables.ts'
import { isNuban } from '../../ledger/nuban.ts'
import { type Bank, findBank } from '../../rails/banks.ts'
import { nameOutcomeOf } from '../../rails/response-codes.ts'
import type { Exchange } from '../../rails/switch.ts'
import { formatNaira } from '../format-naira.ts'
import { nameRefusedWith } from '../outbound/outbound-messages.ts'
import { maxOrderNaira } from '../payouts/submit-payout.ts'

export type Item = Pick<Selectable<BulkItem>, 'id' | 'position' | 'account_number' | 'bank_code' | 'amount_kobo'>

/** Account that an item pays to. */
export interface Account {
  bank: Bank
  accountNumber: string
}

/** Result of checking an item. */
export type Finding =
  | { kind: 'valid'; accountName: string | null; namedAt: string | null; warning: string | null }
  | { kind: 'invalid'; problem: string }
  /** No valid response about it. */
  | { kind: 'open' }
  /** The switch itself is unavailable, which says nothing about the item. */
  | { kind: 'away' }

/** Name enquiries, over ten minutes, before an unanswered item is marked invalid. */
const enquiries = 8

const maxOrderKobo = BigInt(maxOrderNaira) * 100n

/** Problem texts that the demo data uses too. */
export const itemProblems = {
  accountNumber: 'The account number must have 10 digits',
  bank: (code: string | null) => `There is no bank with the code ${code ?? ''}`.trimEnd(),
  amount: `The amount must be a number with at most two decimals, up to ${formatNaira(maxOrderKobo)}`,
}

/** Checks an item without I/O. Returns its problem, or the account for the name enquiry. */
export function checkItem(
  item: Item,
  repeats: ReadonlyMap<string, number>,
): { problem: string } | { account: Account } {
  const { account_number: accountNumber, bank_code: bankCode, amount_kobo: amountKobo } = item
  if (accountNumber === null || !/^\d{10}$/.test(accountNumber)) {
    return { problem: itemProblems.accountNumber }
  }
  const bank = findBank(bankCode ?? '')
  if (!bank) return { problem: itemProblems.bank(bankCode) }
  if (amountKobo === null) return { problem: itemProblems.amount }
  if (amountKobo <= 0n) return { problem: 'The amount must be more than zero' }
  const first = repeats.get(item.id)
  if (first !== undefined) return { problem: `Duplicate of item ${first}: same account and amount` }
  return { account: { bank, accountNumber } }
}

/** Returns the finding for a name enquiry's response, which was received at `at` on the given attempt. */
export function findingFromResponse(
  response: Exchange & { accountName: string | null },
  { bank, accountNumber }: Account,
  { attempt, at }: { attempt: number; at: Date },
): Finding {
  const outcome = nameOutcomeOf(response.code)
  if (outcome === 'unknown' && attempt < enquiries) return { kind: 'open' }
  if (outcome !== 'approved') return { kind: 'invalid', problem: nameRefusedWith(response.code) }
  const warning = isNuban(accountNumber, bank.code)
    ? null
    : `The last digit of the account number is unusual for ${bank.name}`
  const { accountName } = response
  return { kind: 'valid', accountName, namedAt: accountName && at.toISOString(), warning }
}

/** Whether an enquiry failed as it does if the switch is unavailable, or if it cannot process this account. */
export function isSwitchFailure({ problem }: Exchange): boolean {
  return /^(unreachable|connection lost|status 5\d\d)$/.test(problem ?? '')
}

const readable = /^(?<naira>\d{1,13}|\d{1,3}(?:,\d{3}){1,4})(?:\.(?<fraction>\d{1,2}))?$/

/** Parses a written amount of naira to kobo; null if it is unreadable, has more than two decimals or is above the limit. */
export function parseAmount(text: string): bigint | null {
  const { naira, fraction = '' } = readable.exec(text.trim())?.groups ?? {}
  if (naira === undefined) return null
  const kobo = BigInt(naira.replaceAll(',', '')) * 100n + BigInt(fraction.padEnd(2, '0'))
  return kobo <= maxOrderKobo ? kobo : null
}
