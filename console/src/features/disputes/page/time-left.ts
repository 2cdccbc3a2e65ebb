/** Returns the time until or since an instant, as `2 d 03:04:05`; null without a valid one. */
export function timeLeft(until: string | null | undefined, now: number): { isOver: boolean; time: string } | null {
  const left = Date.parse(until ?? '') - now
  if (Number.isNaN(left)) return null
  const seconds = Math.floor(Math.abs(left) / 1_000)
  const days = Math.floor(seconds / 86_400)
  const clock = `${two(seconds / 3_600, 24)}:${two(seconds / 60, 60)}:${two(seconds, 60)}`
  return { isOver: left <= 0, time: days > 0 ? `${days} d ${clock}` : clock }
}

function two(whole: number, of: number): string {
  return String(Math.floor(whole) % of).padStart(2, '0')
}
