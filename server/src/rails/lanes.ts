import type { Mode } from '@kobo/contract/kit/mode'
import type { Route } from './switch.ts'

/** `bank`: payouts and name enquiries; `questions`: status queries; `merchant`: its payouts; `receiver`: webhooks. */
export type LaneKind = 'bank' | 'questions' | 'merchant' | 'receiver'

/** Name of a concurrency limit: for a bank, a receiver, or a merchant's share of this server. No spaces. */
export type Lane = `${LaneKind}:${string}`

/** Payouts and name enquiries to a bank, by CBN code; those of one mode never open the lane of the other. */
export const bankLane = (route: Route, bankCode: string, mode: Mode): Lane => `bank:${route}:${bankCode}:${mode}`
/** Status queries of payouts to a bank: the switch may respond to them while the bank itself is silent. */
export const statusQueryLane = (route: Route, bankCode: string, mode: Mode): Lane =>
  `questions:${route}:${bankCode}:${mode}`
/** Refunds to cards, and status queries of them: the acquirer is one destination, whatever the card's bank. */
export const acquirerLane: Lane = 'bank:CARD:Acquirer'
export const acquirerStatusQueryLane: Lane = 'questions:CARD:Acquirer'
/** Bills to a biller, and status queries of them. */
export const billerLane = (code: string): Lane => `bank:BILLER:${code}`
export const billerStatusQueryLane = (code: string): Lane => `questions:BILLER:${code}`
export const merchantLane = (merchantId: string): Lane => `merchant:${merchantId}`
/** Webhooks to one host; in the demo, to one receiver. */
export const receiverLane = (url: string): Lane => `receiver:${URL.canParse(url) ? placeOf(new URL(url)) : 'nowhere'}`
const placeOf = ({ host, pathname }: URL) => host || pathname

/** Result of a call. `silent`: no credible response; `unused`: no information about the lane. */
export type Outcome = 'answered' | 'silent' | 'unused'

/** Slot in one or more lanes. */
export interface Permit {
  /** Releases the slot and reports the outcome; only the first call counts. */
  leave(outcome: Outcome): void
}

export type Entry = { permit: Permit } | { permit: null; waitMs: number }

/** Lane in trouble: an open one admits only an occasional probe, a slow one fewer calls than usual. */
export interface LaneTrouble {
  lane: Lane
  state: 'open' | 'slow'
  since: Date
}

/**
 * Concurrency limits of this process per bank, merchant and receiver, so that one that hangs never takes the slots of others.
 * Each silence halves a lane's slots. After `opensAfter` silences in a row the lane opens like a circuit breaker: no call enters
 * until its rest is over, then one probe may. A response to the probe closes the lane, another silence doubles the rest.
 */
export interface Lanes {
  /** Takes a slot in all of the lanes or in none; then it returns when to retry. Never waits. */
  enter(lanes: readonly Lane[]): Entry
  /** Lanes whose jobs need not be fetched, because they could not enter. */
  shut(): readonly Lane[]
  trouble(): readonly LaneTrouble[]
}

export interface LaneRule {
  atOnce: number
  /** Number of silences in a row that opens the lane; without it the lane has only a limit. */
  opensAfter?: number
}

export interface LaneOptions {
  rules?: Partial<Record<LaneKind, LaneRule>>
  /** Length of the first rest; each following one is twice as long, up to `longestRestMs`. */
  firstRestMs?: number
  longestRestMs?: number
  nowMs?: () => number
}

/** Concurrent payouts of a process; one merchant may use half, so that others always find a slot. */
export const payoutsAtOnce = 256

const usualRules: Record<LaneKind, LaneRule> = {
  bank: { atOnce: 32, opensAfter: 5 },
  questions: { atOnce: 8, opensAfter: 5 },
  merchant: { atOnce: payoutsAtOnce / 2 },
  receiver: { atOnce: 32, opensAfter: 5 },
}

/** How soon to retry a full lane. */
const fullWaitMs = 250
/** Share of slots in use above which a lane's jobs are not fetched, so that those that are fetched can enter. */
const fullShare = 0.75
const slowAfter = 2

interface LaneState {
  inside: number
  silences: number
  /** Time of the first of these silences. */
  silentSinceMs: number
  /** Number of consecutive openings; 0 while it is closed. */
  openings: number
  restsUntilMs: number
}

/** Opens the lanes of this process with all slots free. */
export function openLanes(options: LaneOptions = {}): Lanes {
  const { firstRestMs = 5_000, longestRestMs = 120_000, nowMs = Date.now } = options
  const rules = { ...usualRules, ...options.rules }
  const standings = new Map<Lane, LaneState>()

  const ruleOf = (lane: Lane) => rules[kindOf(lane)]
  const slotsIn = (lane: Lane, { openings, silences }: LaneState) =>
    openings > 0 ? 1 : Math.max(1, ruleOf(lane).atOnce >> silences)

  /** Milliseconds until the lane may admit a call; 0 while a slot is free. */
  function waitFor(lane: Lane): number {
    const state = standings.get(lane)
    if (!state) return 0
    const restMs = state.openings > 0 ? state.restsUntilMs - nowMs() : 0
    if (restMs > 0) return restMs
    return state.inside < slotsIn(lane, state) ? 0 : fullWaitMs
  }

  function admit(lane: Lane): (outcome: Outcome) => void {
    const state = standings.get(lane) ?? { inside: 0, silences: 0, silentSinceMs: 0, openings: 0, restsUntilMs: 0 }
    standings.set(lane, state)
    state.inside += 1
    const { openings } = state
    return (outcome) => {
      state.inside -= 1
      // A call that began before the lane opened or closed does not reflect its present state.
      if (state.openings === openings) recordOutcome(lane, state, outcome)
      if (state.inside + state.silences + state.openings === 0) standings.delete(lane)
    }
  }

  function recordOutcome(lane: Lane, state: LaneState, outcome: Outcome): void {
    const { opensAfter } = ruleOf(lane)
    if (outcome === 'unused' || opensAfter === undefined) return
    if (outcome === 'answered') {
      Object.assign(state, { silences: 0, openings: 0 })
      return
    }
    if (state.silences === 0) state.silentSinceMs = nowMs()
    state.silences += 1
    if (state.openings === 0 && state.silences < opensAfter) return
    state.openings += 1
    const restMs = Math.min(firstRestMs * 2 ** (state.openings - 1), longestRestMs)
    state.restsUntilMs = nowMs() + restMs
  }

  return {
    enter(lanes) {
      const distinctLanes = [...new Set(lanes)]
      const waits = distinctLanes.map(waitFor)
      const waitMs = Math.max(0, ...waits)
      if (waitMs > 0) return { permit: null, waitMs }
      const leaves = distinctLanes.map(admit)
      return {
        permit: {
          leave: (outcome) => {
            for (const leave of leaves.splice(0)) leave(outcome)
          },
        },
      }
    },
    shut() {
      const states = [...standings]
      return states.flatMap(([lane, state]) => {
        const isFull = state.inside > fullShare * slotsIn(lane, state)
        const rests = state.openings > 0 && state.restsUntilMs > nowMs()
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

export function kindOf(lane: Lane): LaneKind {
  const kind = kinds.find((candidate) => lane.startsWith(`${candidate}:`))
  if (kind === undefined) throw new Error(`Unknown lane: ${lane}`)
  return kind
}
