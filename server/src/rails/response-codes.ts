export type Outcome = 'approved' | 'refused' | 'unknown'

/** Codes that confirm that no money moves. */
export const definiteRefusals = ['51', '57', '07', '13', '61'] as const

const refusals: ReadonlySet<string> = new Set(definiteRefusals)

/** Codes after which the same request may get another response. */
export const tryLaterCodes = ['09', '91', '96', '97', '68', '01'] as const

const tryLater: ReadonlySet<string> = new Set(tryLaterCodes)

/** Outcome of a transfer by its code. It is unknown without a response, for a duplicate and for unlisted codes. */
export function outcomeOf(code: string | null): Outcome {
  if (code === '00') return 'approved'
  return code !== null && refusals.has(code) ? 'refused' : 'unknown'
}

/** Outcome of a status query by its code; `no record` counts as a refusal only after some time. */
export function statusOutcomeOf(code: string | null): Outcome | 'no record' {
  return code === '25' ? 'no record' : outcomeOf(code)
}

/** Outcome of a name enquiry by its code. It moves no money, so every code is definite that does not ask to try later. */
export function nameOutcomeOf(code: string | null): Outcome {
  if (code === '00') return 'approved'
  return code === null || tryLater.has(code) ? 'unknown' : 'refused'
}

export function describeResponseCode(code: string | null): string {
  if (code === null) return 'No response from the switch'
  return knownTexts(code) ?? `The switch responded with code ${code}`
}

/** Description of a known code; null for any other, such as an HTTP status. */
export function knownTexts(code: string | null): string | null {
  return labels.get(code ?? '') ?? null
}

const labels: ReadonlyMap<string, string> = new Map([
  ['00', 'Approved'],
  ['01', 'Status unknown, awaiting the settlement report'],
  ['03', 'Invalid sender'],
  ['05', 'Do not honour'],
  ['06', 'Dormant account'],
  ['07', 'Invalid account'],
  ['08', 'Account name mismatch'],
  ['09', 'The request is being processed'],
  ['12', 'Invalid transaction'],
  ['13', 'Invalid amount'],
  ['14', 'Invalid card'],
  ['15', 'Invalid session ID'],
  ['16', 'Unknown bank code'],
  ['17', 'Invalid channel'],
  ['21', 'No action taken'],
  ['25', 'The switch has no record of it'],
  ['26', 'Duplicate record'],
  ['30', 'Format error'],
  ['34', 'Suspected fraud'],
  ['35', 'Contact the sending bank'],
  ['51', 'Insufficient funds'],
  ['54', 'The card has expired'],
  ['57', 'Not permitted for the sender'],
  ['58', 'Not permitted on this channel'],
  ['61', 'Transfer limit exceeded'],
  ['62', 'The card is restricted'],
  ['63', 'Security violation'],
  ['65', 'Too many withdrawals'],
  ['68', 'The response came too late'],
  ['91', "The beneficiary's bank is unavailable"],
  ['92', 'Routing error'],
  ['94', 'Duplicate transaction'],
  ['96', 'System malfunction'],
  ['97', "Timeout while waiting for the beneficiary's bank"],
])
