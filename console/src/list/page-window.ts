import { formatCount } from '../ui/format-count.ts'
/** Returns the current page and its neighbours, three pages if there are as many. */
export function pageWindow(page: number, pages: number): number[] {
  const first = Math.max(1, Math.min(page - 1, pages - 2))
  const last = Math.min(pages, first + 2)
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) => first + index)
}

/** Returns `250`, or `1,000+` if counting stopped there. */
export function counted(total: number, isMore = false): string {
  return formatCount(total) + (isMore ? '+' : '')
}

/** Returns `Showing 101 to 200 of 250`. */
export function showing(page: number, perPage: number, rows: number, total: number, isMore = false): string {
  const offset = (page - 1) * perPage
  const from = rows === 0 ? 'Showing 0 to 0' : `Showing ${formatCount(offset + 1)} to ${formatCount(offset + rows)}`
  return `${from} of ${counted(total, isMore)}`
}
