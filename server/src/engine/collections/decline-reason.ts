import { lagosTime } from '@kobo/contract/kit/day'
import type { Selectable } from 'kysely'
import type { VirtualAccount } from '../../db/tables.ts'
import { formatNaira } from '../format-naira.ts'

type Virtual = Pick<
  Selectable<VirtualAccount>,
  'kind' | 'account_number' | 'closed_at' | 'used_at' | 'expires_at' | 'amount_kobo'
>

/** Reason for declining a collection on a virtual account; null if it matches what the account was opened for. */
export function collectionDeclineReason(
  virtual: Virtual,
  { amountKobo, at }: { amountKobo: bigint; at: Date },
): string | null {
  const account = `Account ${virtual.account_number}`
  if (virtual.closed_at !== null) return `${account} is closed`
  if (virtual.kind !== 'VIRTUAL') return null
  if (virtual.used_at !== null)
    return `${account} already received its payment on ${lagosTime(new Date(virtual.used_at))}`
  if (virtual.expires_at !== null && Date.parse(virtual.expires_at) <= at.getTime()) {
    return `${account} expired on ${lagosTime(new Date(virtual.expires_at))}`
  }
  if (virtual.amount_kobo !== null && virtual.amount_kobo !== amountKobo) {
    return `${account} expects ${formatNaira(virtual.amount_kobo)} but received ${formatNaira(amountKobo)}`
  }
  return null
}

/** Reason shown to the payer, without facts about other payments; empty if it concerns only the merchant. */
export function payerDeclineReason(reason: string | null): string {
  if (reason === null) return ''
  return reasonsForPayer.find(([inReason]) => reason.includes(inReason))?.[1] ?? ''
}

const reasonsForPayer: [inReason: string, forPayer: string][] = [
  [' is closed', 'the account number is closed'],
  [' already received its payment on ', 'the account number was for one payment only'],
  [' expired on ', 'the account number had expired'],
  [' is frozen', 'the account does not receive payments at present'],
  [' expects ', 'the account number was for another amount'],
  // Reasons that earlier releases stored.
  [' was for one payment', 'the account number was for one payment only'],
  [' could be paid on until ', 'the account number had expired'],
  [' is for a payment of ', 'the account number was for another amount'],
]
