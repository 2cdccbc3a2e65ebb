import type { Route } from './switch.ts'

/** What a lane leads to. `bank`: payouts and names; `questions`: what became of payouts; `receiver`: webhooks. */
export type LaneKind = 'bank' | 'questions' | 'merchant' | 'receiver'

/** A way that only so many may be on at once: to a bank, to a receiver, or a merchant's share of this server. No spaces. */
export type Lane = `${LaneKind}:${string}`

/** Payouts and name enquiries to a bank, by the central bank's code. */
export const bankLane = (route: Route, bankCode: string): Lane => `bank:${route}:${bankCode}`
/** Questions about payouts to a bank: the switch may answer them while the bank itself is silent. */
export const statusQueryLane = (route: Route, bankCode: string): Lane => `questions:${route}:${bankCode}`
/** Refunds to cards, and questions about them: the acquirer is one place, whatever the card's bank. */
export const acquirerLane: Lane = 'bank:CARD:Acquirer'
export const acquirerQuestionsLane: Lane = 'questions:CARD:Acquirer'
/** Bills to a biller, and questions about them. */
export const billerLane = (code: string): Lane => `bank:BILLER:${code}`
export const billerQuestionsLane = (code: string): Lane => `questions:BILLER:${code}`
/** The payouts of a merchant. */
export const merchantLane = (merchantId: string): Lane => `merchant:${merchantId}`
/** Webhooks to one server; in the demo, to one receiver. */
export const receiverLane = (url: string): Lane => `receiver:${URL.canParse(url) ? placeOf(new URL(url)) : 'nowhere'}`
const placeOf = ({ host, pathname }: URL) => host || pathname

/** How it ended: `silent` is no answer, or none that can be believed; `unused` says nothing about the lane. */
export type Outcome = 'answered' | 'silent' | 'unused'

/** A place in one or more lanes. */
export interface Permit {
  /** Gives the place back and tells how it went; only the first call counts. */
  leave(outcome: Outcome): void
}

export type Entry = { permit: Permit } | { permit: null; waitMs: number }

/** A lane that gives trouble: an open one lets nobody in but now and then a probe, a slow one fewer than usual. */
export interface LaneTrouble {
  lane: Lane
  state: 'open' | 'slow'
  since: Date
}

/**
 * The limits of what this process does at once towards each bank, merchant and receiver, so that one that hangs never
 * holds the places of others. After some silences in a row a lane opens like a fuse: nobody enters, until after a while
 * one probe may; when that is answered, the lane is as before, and else it rests for longer. Each silence before that
 * halves the places.
 */
export interface Lanes {
  /** Takes a place in all of them, or in none: then it tells when to come back. Never waits. */
  enter(lanes: readonly Lane[]): Entry
  /** Those that work need not be fetched for, because it could not enter. */
  shut(): readonly Lane[]
  trouble(): readonly LaneTrouble[]
}

export interface LaneRule {
  atOnce: number
  /** How many silences in a row open it; a lane without this has a limit only. */
  opensAfter?: number
}

export interface LaneOptions {
  rules?: Partial<Record<LaneKind, LaneRule>>
  /** How long the first rest is; each that follows is twice as long, up to `longestRestMs`. */
  firstRestMs?: number
  longestRestMs?: number
  nowMs?: () => number
}

/** How many payouts a process has under way at once; of one merchant half, so that another's always finds a place. */
export const payoutsAtOnce = 256

const usualRules: Record<LaneKind, LaneRule> = {
  bank: { atOnce: 32, opensAfter: 5 },
  questions: { atOnce: 8, opensAfter: 5 },
  merchant: { atOnce: payoutsAtOnce / 2 },
  receiver: { atOnce: 32, opensAfter: 5 },
}

/** How soon to look for a place in a lane that is full. */
const fullWaitMs = 250
/** A lane is worth fetching for again when a quarter of its places is free, so that what is fetched can enter. */
const fullShare = 0.75
const slowAfter = 2

interface Standing {
  inside: number
  silences: number
  /** When the first of them was heard. */
  silentSinceMs: number
  /** How often in a row it has opened; 0 while it is closed. */
  openings: number
  restsUntilMs: number
}

/** The lanes of this process, all free at first. */
export function openLanes(options: LaneOptions = {}): Lanes {
  const { firstRestMs = 5_000, longestRestMs = 120_000, nowMs = Date.now } = options
  const rules = { ...usualRules, ...options.rules }
  const standings = new Map<Lane, Standing>()

  const ruleOf = (lane: Lane) => rules[kindOf(lane)]
  const placesIn = (lane: Lane, { openings, silences }: Standing) =>
    openings > 0 ? 1 : Math.max(1, ruleOf(lane).atOnce >> silences)

  /** How long nobody may enter; 0 while there is a place. */
  function waitFor(lane: Lane): number {
    const standing = standings.get(lane)
    if (!standing) return 0
    const restMs = standing.openings > 0 ? standing.restsUntilMs - nowMs() : 0
    if (restMs > 0) return restMs
    return standing.inside < placesIn(lane, standing) ? 0 : fullWaitMs
  }

  function take(lane: Lane): (outcome: Outcome) => void {
    const standing = standings.get(lane) ?? { inside: 0, silences: 0, silentSinceMs: 0, openings: 0, restsUntilMs: 0 }
    standings.set(lane, standing)
    standing.inside += 1
    const { openings } = standing
    return (outcome) => {
      standing.inside -= 1
      // What began before the lane opened or closed tells nothing about it now.
      if (standing.openings === openings) hear(lane, standing, outcome)
      if (standing.inside + standing.silences + standing.openings === 0) standings.delete(lane)
    }
  }

  function hear(lane: Lane, standing: Standing, outcome: Outcome): void {
    const { opensAfter } = ruleOf(lane)
    if (outcome === 'unused' || opensAfter === undefined) return
    if (outcome === 'answered') {
      Object.assign(standing, { silences: 0, openings: 0 })
      return
    }
    if (standing.silences === 0) standing.silentSinceMs = nowMs()
    standing.silences += 1
    if (standing.openings === 0 && standing.silences < opensAfter) return
    standing.openings += 1
    const restMs = Math.min(firstRestMs * 2 ** (standing.openings - 1), longestRestMs)
    standing.restsUntilMs = nowMs() + restMs
  }

  return {
    enter(lanes) {
      const wanted = [...new Set(lanes)]
      const waits = wanted.map(waitFor)
      const waitMs = Math.max(0, ...waits)
      if (waitMs > 0) return { permit: null, waitMs }
      const leaves = wanted.map(take)
      return {
        permit: {
          leave: (outcome) => {
            for (const leave of leaves.splice(0)) leave(outcome)
          },
        },
      }
    },
    shut() {
      const all = [...standings]
      return all.flatMap(([lane, standing]) => {
        const isFull = standing.inside > fullShare * placesIn(lane, standing)
        const rests = standing.openings > 0 && standing.restsUntilMs > nowMs()
        return isFull || rests ? [lane] : []
      })
    },
    trouble() {
      return [...standings].flatMap(([lane, { openings, silences, silentSinceMs }]) => {
        if (openings === 0 && silences < slowAfter) return []
        return [{ lane, state: openings > 0 ? ('open' as const) : ('slow' as const), since: new Date(silentSinceMs) }]
      })
    },
  }
}

const kinds: readonly LaneKind[] = ['bank', 'questions', 'merchant', 'receiver']

/** What a lane leads to. */
export function kindOf(lane: Lane): LaneKind {
  const kind = kinds.find((one) => lane.startsWith(`${one}:`))
  if (kind === undefined) throw new Error(`There is no lane ${lane}`)
  return kind
}
