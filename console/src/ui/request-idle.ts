/** Does something when the browser has nothing better to do; Safari cannot tell. */
export const requestIdle = globalThis.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 200))
