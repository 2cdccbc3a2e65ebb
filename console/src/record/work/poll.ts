/** Interval of the background counts, which the navigation and the page share. */
export const countsPollMs = 15_000
