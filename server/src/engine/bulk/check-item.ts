import type { Selectable } from 'kysely'
import type { BulkItem } from '../../db/tables.ts'
import { isNuban } from '../../ledger/nuban.ts'
import { type Bank, findBank } from '../../rails/banks.ts'
import { outcomeOf, describeResponseCode } from '../../rails/response-codes.ts'
import type { Exchange } from '../../rails/switch.ts'

export type Item = Pick<Selectable<BulkItem>, 'id' | 'position' | 'account_number' | 'bank_code' | 'amount_kobo'>

/** Result of checking an item. */
export type Finding =
  | { kind: 'valid'; accountName: string | null; namedAt: string | null; warning: string | null }
  | { kind: 'invalid'; problem: string }
  /** Its bank has not responded. */
  | { kind: 'open' }
  /** The switch itself has not responded, which says nothing about the item. */
  | { kind: 'away' }

/** Name enquiries, over ten minutes, before an unanswered item is marked invalid. */
const enquiries = 8

/** Problem texts that the demo data uses too. */
export const itemProblems = {
  accountNumber: 'The account number must have 10 digits',
  bank: (code: string | null) => `There is no bank with the code ${code ?? ''}`.trimEnd(),
  amount: 'The amount must be a number with at most two decimals',
  notFound: (code: string | null) => `The account was not found: ${describeResponseCode(code)} (${code})`,
}

/** Checks an item without I/O. Returns its problem, or the account for the name enquiry. */
export function checkItem(
  item: Item,
  repeats: ReadonlyMap<string, number>,
): { problem: string } | { account: { bank: Bank; accountNumber: string } } {
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
  { bank, accountNumber }: { bank: Bank; accountNumber: string },
  { attempt, at }: { attempt: number; at: Date },
): Finding {
  const outcome = outcomeOf(response.code)
  if (outcome === 'refused') {
    return { kind: 'invalid', problem: itemProblems.notFound(response.code) }
  }
  if (outcome === 'unknown') {
    if (response.code === null && response.problem !== 'timeout') return { kind: 'away' }
    if (attempt < enquiries) return { kind: 'open' }
    const responseText =
      response.code === null ? 'no response' : `${describeResponseCode(response.code)} (${response.code})`
    return { kind: 'invalid', problem: `The name enquiry failed: ${responseText}` }
  }
  const warning = isNuban(accountNumber, bank.code)
    ? null
    : `The last digit of the account number is unusual for ${bank.name}`
  const { accountName } = response
  return { kind: 'valid', accountName, namedAt: accountName && at.toISOString(), warning }
}

const readable = /^(?<naira>\d{1,13}|\d{1,3}(?:,\d{3}){1,4})(?:\.(?<fraction>\d{1,2}))?$/

/** Parses a written amount of naira to kobo; null if it is unreadable or has more than two decimals. */
export function parseAmount(text: string): bigint | null {
  const { naira, fraction = '' } = readable.exec(text.trim())?.groups ?? {}
  if (naira === undefined) return null
  return BigInt(naira.replaceAll(',', '')) * 100n + BigInt(fraction.padEnd(2, '0'))
}
