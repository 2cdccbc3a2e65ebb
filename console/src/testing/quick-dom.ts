import { configure, getConfig } from '@testing-library/react'
import * as React from 'react'

/** Elements that a browser does not render. */
const unrendered = 'script, style, template, head, [hidden], dialog:not([open])'
/** Elements that begin a new line, and so separate words of an accessible name. */
const blocks = new Set(
  `address article aside blockquote body dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
  header hr html legend li main menu nav ol optgroup option p pre section summary table tbody td tfoot th thead tr ul`.split(
    /\s+/,
  ),
)

/**
 * Replaces jsdom's computed styles, for each of which it matches every rule of the browser's style sheet: tests load no style
 * sheets, so only inline styles and what hides an element are needed.
 */
export function simplifyComputedStyles(): void {
  window.getComputedStyle = (element) => {
    const read = (property: string) => {
      const { style } = element as HTMLElement
      if (property === 'display') return style.display || displayOf(element)
      if (property === 'visibility') return inherited(element, 'visibility') || 'visible'
      return style.getPropertyValue(property)
    }
    return new Proxy((element as HTMLElement).style, {
      get: (style, property) => {
        if (property === 'getPropertyValue') return read
        if (property === 'display' || property === 'visibility') return read(property)
        const value: unknown = Reflect.get(style, property, style)
        return typeof value === 'function' ? value.bind(style) : value
      },
    })
  }
}

function displayOf(element: Element): string {
  if (element.matches(unrendered)) return 'none'
  return blocks.has(element.localName) ? 'block' : 'inline'
}

function inherited(element: Element, property: string): string {
  const setter = element.closest<HTMLElement>(`[style*="${property}"]`)
  return setter?.style.getPropertyValue(property) ?? ''
}

/** Stops React from recording a stack trace for each element, which only its warnings in development show. */
export function skipOwnerStacks(): void {
  const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
  const counted: unknown = Reflect.get(React, internals)
  if (typeof counted !== 'object' || counted === null || !('recentlyCreatedOwnerStacks' in counted)) return
  Object.defineProperty(counted, 'recentlyCreatedOwnerStacks', { get: () => Number.MAX_VALUE, set: () => {} })
}

/** Prints the page into an error only when a test fails, not for each attempt of a query that waits. */
export function printOnlyFailures(): void {
  const { getElementError: print } = getConfig()
  configure({
    getElementError: (message, container) =>
      Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
        ? new Error(message ?? undefined)
        : print(message, container),
  })
}
