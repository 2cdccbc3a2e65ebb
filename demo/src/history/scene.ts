import type { Mode } from '@kobo/contract/kit/mode'
import type { Random } from '../random.ts'
import type { Actors } from './actors.ts'
import type { Book } from './book.ts'
import type { Holders } from './holders.ts'
import type { Inlets } from './virtual-accounts.ts'
import type { Numbering } from './numbering.ts'
import type { ExternalParty } from './parties.ts'
import type { Pricing } from './pricing.ts'
import type { Purses } from './running-balances.ts'
import type { Trail } from './trail.ts'

/** Shared state of the generators of one mode's history. */
export interface Scene {
  mode: Mode
  /** Current time in milliseconds. */
  now: number
  random: Random
  holders: Holders
  actors: Actors
  book: Book
  numbers: Numbering
  pricing: Pricing
  outside: readonly ExternalParty[]
  inlets: Inlets
  purses: Purses
  /** Logs, steps and webhooks, if requested. */
  trail: Trail | null
}

export function anyOf<T>(random: Random, from: readonly T[]): T {
  const found = from[Math.floor(random.next() * from.length)]
  if (found === undefined) throw new RangeError('There is nothing to choose from')
  return found
}
