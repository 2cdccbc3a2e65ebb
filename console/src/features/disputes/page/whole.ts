/** Requests all rows in one page, with a size above any server's limit. */
export const all = { page: 1, size: 1_000_000_000_000 }
