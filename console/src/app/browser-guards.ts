import { z } from 'zod'

declare global {
  /** Nonce for the style that the scroll lock of dialogs adds. */
  var __webpack_nonce__: string | undefined
  interface Window {
    trustedTypes?: { createPolicy: (name: string, rules: { createHTML: (text: string) => string }) => unknown }
  }
}

/** Returns the nonce that the server set for this page's styles. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
}

globalThis.__webpack_nonce__ = styleNonce()

// JIT compilation of schemas needs `eval`. The page's policy forbids it, and an attempt would be reported as an attack.
z.config({ jitless: true })

// Mantine writes its style sheets as HTML: text without a tag is allowed, everything else is rejected.
window.trustedTypes?.createPolicy('default', { createHTML: plainText })

/** Returns text that may be written as HTML. Rejects text that could open an element. */
export function plainText(text: string): string {
  if (text.includes('<')) throw new TypeError('Markup cannot be assigned as HTML')
  return text
}
