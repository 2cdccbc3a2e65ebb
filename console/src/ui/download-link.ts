/** Returns the absolute URL; null for schemes other than HTTP, such as `javascript:` or `data:`. */
export function fileUrl(address: string): string | null {
  if (!URL.canParse(address, window.location.href)) return null
  const url = new URL(address, window.location.href)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null
}

/** Attributes of a download link. Browsers ignore `download` for other origins, so the new tab keeps the console open. */
export const savingLink = { download: true, target: '_blank', rel: 'noopener noreferrer' }
