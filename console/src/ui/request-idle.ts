/** Runs a callback when the browser is idle; after a delay in Safari, which has no `requestIdleCallback`. */
export const requestIdle = globalThis.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 200))
