export type Outcome = 'approved' | 'refused' | 'unknown'

/** The codes that say for certain that no money moves. */
export const definiteRefusals = ['51', '57', '07', '13', '61'] as const

const refusals: ReadonlySet<string> = new Set(definiteRefusals)

/** What a transfer's code means for the money; no answer, a duplicate and any code that is not listed leave it open. */
export function outcomeOf(code: string | null): Outcome {
  if (code === '00') return 'approved'
  return code !== null && refusals.has(code) ? 'refused' : 'unknown'
}

/** What a status query's code means; `no record` is a refusal only when it has been so for long enough. */
export function statusOutcomeOf(code: string | null): Outcome | 'no record' {
  return code === '25' ? 'no record' : outcomeOf(code)
}
