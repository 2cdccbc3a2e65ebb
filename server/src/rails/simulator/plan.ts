import { findBank } from '../banks.ts'
import { definiteRefusals } from '../response-codes.ts'
import { type Behaviour, type Fate, fates } from './behaviour.ts'
import { chanceOf, pickFor } from './seeded-choice.ts'

/** What the switch will do with one transfer. */
export interface Plan {
  /** The code in the book; null: the transfer never arrives. */
  booked: string | null
  /** The code in the answer; null: there is none. */
  answered: string | null
}

/** Codes that leave open what happened. */
const unknownCodes = ['09', '91', '96', '97', '68', '01'] as const

interface Beneficiary {
  accountNumber: string
  bankCode: string
}

/** The same transfer meets the same fate whenever it is asked for. */
export function planFor(sessionId: string, { accountNumber, bankCode }: Beneficiary, behaviour: Behaviour): Plan {
  if (behaviour.silentBanks.includes(findBank(bankCode)?.code ?? bankCode)) return plans.silent(sessionId, behaviour)
  return specialPlans.get(accountNumber.slice(-3)) ?? plans[fateOf(sessionId, behaviour)](sessionId, behaviour)
}

const plans: Record<Fate, (sessionId: string, behaviour: Behaviour) => Plan> = {
  approved: () => ({ booked: '00', answered: '00' }),
  refused: (sessionId) => refused(pickFor(`refusal ${sessionId}`, definiteRefusals)),
  approvedButSilent: () => ({ booked: '00', answered: null }),
  silent: () => ({ booked: null, answered: null }),
  unknown: (sessionId, { settlesRefused }) => {
    const code =
      chanceOf(`end ${sessionId}`) < settlesRefused ? pickFor(`refusal ${sessionId}`, definiteRefusals) : '00'
    return { booked: code, answered: pickFor(`answer ${sessionId}`, unknownCodes) }
  },
}

function refused(code: string): Plan {
  return { booked: code, answered: code }
}

function fateOf(sessionId: string, { transfers }: Behaviour): Fate {
  const weights = fates.map((fate) => [fate, transfers[fate] ?? 0] as const)
  let rest = chanceOf(`fate ${sessionId}`) * weights.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [fate, weight] of weights) {
    rest -= weight
    if (rest < 0) return fate
  }
  return 'approved'
}

/**
 * Beneficiary accounts whose last three digits choose what happens, whatever the behaviour:
 * 9 and a code is answered with that code, 900 approved, 9 and a definite refusal refused, 9 and an unknown code approved in the end;
 * 8xx are the rest. Of a name enquiry 804 and 805 decide.
 */
const specialPlans: ReadonlyMap<string, Plan> = new Map<string, Plan>([
  ['900', { booked: '00', answered: '00' }],
  ...definiteRefusals.map((code) => [`9${code}`, refused(code)] as const),
  ...unknownCodes.map((code) => [`9${code}`, { booked: '00', answered: code }] as const),
  // Approved, but the answer never comes.
  ['801', { booked: '00', answered: null }],
  // Never arrives, and no answer comes.
  ['802', { booked: null, answered: null }],
  // Unknown at first, refused in the end.
  ['803', { booked: '57', answered: '09' }],
])

/** What a name enquiry meets: an account, none, or no answer (an account number's last three digits 804 and 805). */
export function nameEnquiryFate(
  bankCode: string,
  accountNumber: string,
  { nameFailures }: Behaviour,
): 'found' | 'unknown account' | 'silent' {
  if (accountNumber.endsWith('805')) return 'silent'
  const missing = accountNumber.endsWith('804') || chanceOf(`name ${bankCode} ${accountNumber}`) < nameFailures
  return missing ? 'unknown account' : 'found'
}
