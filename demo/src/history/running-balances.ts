import type { Holders } from './holders.ts'
import { lagosDayIndex } from './timetable.ts'

/** Balances at the current instant of the history: never below zero, never above the limit. */
export interface Purses {
  /** Available balance within the daily limit. */
  mayLeave(holder: number, at: number): number
  /** Amount that an account may still receive. */
  mayEnter(holder: number): number
  /** Debits an account; `amount` counts towards the daily limit, `total` includes the charges. */
  spend(holder: number, at: number, amount: number, total: number): void
  change(holder: number, amount: number): void
}

export function purses({ count, dayLimits, balanceLimits }: Holders): Purses {
  const available = new Float64Array(count)
  const spent = new Float64Array(count)
  const spentOn = new Int32Array(count)

  const turnTo = (holder: number, at: number) => {
    const today = lagosDayIndex(at)
    if (spentOn[holder] === today) return
    spentOn[holder] = today
    spent[holder] = 0
  }
  const change = (holder: number, amount: number) => {
    available[holder] = (available[holder] ?? 0) + amount
  }

  return {
    mayLeave(holder, at) {
      turnTo(holder, at)
      return Math.min((dayLimits[holder] ?? 0) - (spent[holder] ?? 0), available[holder] ?? 0)
    },
    mayEnter: (holder) => (balanceLimits[holder] ?? 0) - (available[holder] ?? 0),
    spend(holder, at, amount, total) {
      turnTo(holder, at)
      spent[holder] = (spent[holder] ?? 0) + amount
      change(holder, -total)
    },
    change,
  }
}
