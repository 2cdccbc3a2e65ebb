/** Returns the text entered in the enclosing form, each value with its label if there are several. Excludes passwords. */
export function enteredText(inside: HTMLElement): string {
  const elements = [...(inside.closest('form')?.elements ?? [])]
  const entered = elements.flatMap((element) => {
    if (!(element instanceof HTMLTextAreaElement) && !isText(element)) return []
    if (element.value === '' || element.getAttribute('aria-hidden') === 'true') return []
    return [[element.labels?.[0]?.textContent?.replace(/\s*\*$/, ''), element.value] as const]
  })
  if (entered.length === 1) return entered[0]?.[1] ?? ''
  return entered.map(([label, value]) => (label ? `${label}: ${value}` : value)).join('\n')
}

const copied = new Set(['text', 'email', 'tel', 'search', 'url', 'number'])

function isText(element: Element): element is HTMLInputElement {
  return element instanceof HTMLInputElement && copied.has(element.type)
}
