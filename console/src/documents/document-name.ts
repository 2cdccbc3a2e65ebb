/** Returns a readable document name: the last segment of its URL, decoded, without the query. */
export function documentName(address: string): string {
  const path = URL.canParse(address, window.location.href) ? new URL(address, window.location.href).pathname : address
  const last = path.split('/').filter(Boolean).at(-1)
  if (last === undefined) return 'Document'
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
