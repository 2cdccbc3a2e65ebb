import { z } from 'zod'

declare global {
  /** Read by the scroll lock of dialogs for the style that it adds. */
  var __webpack_nonce__: string | undefined
  interface Window {
    trustedTypes?: { createPolicy: (name: string, rules: { createHTML: (text: string) => string }) => unknown }
  }
}

/** The nonce that the server gave this page for its styles. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
}

globalThis.__webpack_nonce__ = styleNonce()

// Compiling schemas needs `eval`, which the page's policy forbids; to ask for it would be reported as an attack.
z.config({ jitless: true })

// The UI kit writes its style sheets as HTML: a text without a tag is let through, everything else is refused.
window.trustedTypes?.createPolicy('default', { createHTML: plainText })

/** What may be written as HTML: nothing that could open an element. */
export function plainText(text: string): string {
  if (text.includes('<')) throw new TypeError('HTML is not written from text')
  return text
}
