/** What is asked for whole: one page, larger than any server gives at once. */
export const all = { page: 1, size: 1_000_000_000_000 }
