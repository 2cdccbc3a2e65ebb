/** A count as people read it: `1,000,000`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-NG')
}
