/** Does something when the browser has nothing better to do; Safari cannot tell. */
export const whenIdle = globalThis.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 200))
