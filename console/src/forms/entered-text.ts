/** What stands in the fields of the form around an element, each below its label where there are several; no password. */
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
