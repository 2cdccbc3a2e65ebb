import { createHash } from 'node:crypto'
import { findBank } from '@kobo/server/rails/banks'
import { definiteRefusals, tryLaterCodes } from '@kobo/server/rails/response-codes'
import { type Behaviour, type TransferOutcome, transferOutcomes } from './behaviour.ts'

/** What the switch does with one transfer. */
export interface Plan {
  /** Code in the book; null if the transfer never arrives. */
  booked: string | null
  /** Code in the response; null if there is none. */
  answered: string | null
}

interface Beneficiary {
  accountNumber: string
  bankCode: string
}

/** Returns the plan of a transfer, always the same one for the same session ID and behaviour. */
export function planFor(sessionId: string, { accountNumber, bankCode }: Beneficiary, behaviour: Behaviour): Plan {
  if (behaviour.silentBanks.includes(findBank(bankCode)?.code ?? bankCode)) return plans.silent(sessionId, behaviour)
  return specialPlans.get(accountNumber.slice(-3)) ?? plans[fateOf(sessionId, behaviour)](sessionId, behaviour)
}

const plans: Record<TransferOutcome, (sessionId: string, behaviour: Behaviour) => Plan> = {
  approved: () => ({ booked: '00', answered: '00' }),
  refused: (sessionId) => refused(pickFor(`refusal ${sessionId}`, definiteRefusals)),
  approvedButSilent: () => ({ booked: '00', answered: null }),
  silent: () => ({ booked: null, answered: null }),
  unknown: (sessionId, { settlesRefused }) => {
    const code =
      chanceOf(`end ${sessionId}`) < settlesRefused ? pickFor(`refusal ${sessionId}`, definiteRefusals) : '00'
    return { booked: code, answered: pickFor(`answer ${sessionId}`, tryLaterCodes) }
  },
}

function refused(code: string): Plan {
  return { booked: code, answered: code }
}

function fateOf(sessionId: string, { transfers }: Behaviour): TransferOutcome {
  const weights = transferOutcomes.map((fate) => [fate, transfers[fate] ?? 0] as const)
  let rest = chanceOf(`fate ${sessionId}`) * weights.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [fate, weight] of weights) {
    rest -= weight
    if (rest < 0) return fate
  }
  return 'approved'
}

/**
 * Beneficiary accounts whose last three digits decide the outcome, whatever the behaviour. 900 is approved, 9 and a definite
 * refusal is refused with it, 9 and an unknown code is answered with it and approved in the end; 8xx are the rest. 804 and 805
 * decide name enquiries.
 */
const specialPlans: ReadonlyMap<string, Plan> = new Map<string, Plan>([
  ['900', { booked: '00', answered: '00' }],
  ...definiteRefusals.map((code) => [`9${code}`, refused(code)] as const),
  ...tryLaterCodes.map((code) => [`9${code}`, { booked: '00', answered: code }] as const),
  // Approved without a response.
  ['801', { booked: '00', answered: null }],
  // Never arrives, without a response.
  ['802', { booked: null, answered: null }],
  // Unknown at first, refused in the end.
  ['803', { booked: '57', answered: '09' }],
])

/** Outcome of a name enquiry: an account, none, or no response (account numbers ending in 804 and 805). */
export function nameEnquiryFate(
  bankCode: string,
  accountNumber: string,
  { nameFailures }: Behaviour,
): 'found' | 'unknown account' | 'silent' {
  if (accountNumber.endsWith('805')) return 'silent'
  const missing = accountNumber.endsWith('804') || chanceOf(`name ${bankCode} ${accountNumber}`) < nameFailures
  return missing ? 'unknown account' : 'found'
}

/** Returns a number in [0, 1), always the same one for the same text, so that reruns are reproducible. */
export function chanceOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32
}

/** Picks one of the list, always the same one for the same text. */
export function pickFor<T>(text: string, from: readonly [T, ...T[]]): T {
  return from[Math.floor(chanceOf(text) * from.length)] ?? from[0]
}
