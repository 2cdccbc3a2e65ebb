/** The absolute address, or nothing when a browser should not fetch it (`javascript:`, `data:` and the like). */
export function fileUrl(address: string): string | null {
  if (!URL.canParse(address, window.location.href)) return null
  const url = new URL(address, window.location.href)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null
}

/** A link to a file to save. Where another host has it, `download` means nothing to the browser: the console must not be left. */
export const savingLink = { download: true, target: '_blank', rel: 'noopener noreferrer' }
