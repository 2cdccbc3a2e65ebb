import type { Random } from './random.ts'

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** Relative activity by day of the week, from Sunday, and by hour of the day in Lagos. */
export const weekdays = [0.3, 1.2, 1.15, 1.1, 1.05, 1, 0.55]
export const hours = [1, 0, 0, 0, 0, 1, 4, 9, 18, 26, 30, 29, 25, 22, 25, 26, 24, 20, 15, 12, 10, 8, 5, 3]

/** Lagos is at UTC+1 all year. */
const lagos = (at: number) => new Date(at + hourMs)

/**
 * Draws instants of the last days, newest first: growing over time, with a weekly and daily pattern, and a few within the last
 * hours.
 */
export function instants(random: Random, now: Date, days: number, count: number): Date[] {
  const draw = dayDrawer(random, now, days)
  const latest = now.getTime() - 5 * minuteMs
  const times = Array.from({ length: count }, (_, position) => {
    if (position < 4) return latest - minuteMs - position * 34 * minuteMs - random.whole(0, 8 * minuteMs)
    for (;;) {
      const at = draw()
      if (at < latest) return at
    }
  })
  return times.sort((a, b) => b - a).map((at) => new Date(at))
}

function dayDrawer(random: Random, now: Date, days: number): () => number {
  const today = Math.floor(lagos(now.getTime()).getTime() / dayMs) * dayMs - hourMs
  const sums: number[] = []
  let sum = 0
  for (let daysAgo = 0; daysAgo < days; daysAgo += 1) {
    const weekday = lagos(today - daysAgo * dayMs).getUTCDay()
    sum += (weekdays[weekday] ?? 1) * (1.5 - daysAgo / days)
    sums.push(sum)
  }
  const hourChoices = hours.map((weight, hour) => [hour, weight] as const)
  return () => {
    const daysAgo = placeInSums(sums, random.next() * sum)
    return today - daysAgo * dayMs + random.weighted(hourChoices) * hourMs + random.whole(0, hourMs - 1)
  }
}

/** Returns the index in cumulative sums to which a drawn number belongs: a weighted choice. */
export function placeInSums(sums: readonly number[], times: number): number {
  let low = 0
  let high = sums.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sums[middle] ?? 0) > times) high = middle
    else low = middle + 1
  }
  return low
}

/** Draws an instant between two others, closer to the first. */
export function soonAfter(random: Random, from: Date, typicalMs: number, before: Date): Date {
  const room = before.getTime() - from.getTime()
  const wait = -Math.log(1 - random.next()) * typicalMs
  return new Date(from.getTime() + Math.floor(wait < room ? wait : random.next() * room))
}

/** Returns the next instant in office hours, or `at` if that would not be before `before`. */
export function inOfficeHours(at: Date, before: Date): Date {
  for (let tried = at.getTime(); tried < before.getTime(); tried += hourMs) {
    const local = lagos(tried)
    const open = local.getUTCDay() > 0 && local.getUTCDay() < 6 && local.getUTCHours() >= 8 && local.getUTCHours() < 18
    if (open) return new Date(tried)
  }
  return at
}
