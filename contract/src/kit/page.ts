import { z } from 'zod'

export const pageSizes = [10, 20, 50, 100, 200, 500, 1000] as const
export const defaultPageSize = 100
export const maxPageSize = 1000

/** Who asks for so many rows, as pickers do, wants all of them. */
export const everything = 1_000_000
/** How many rows are all, where a call gives them at once. */
export const wholeSize = 20_000

/** `1000000`, `1e10` and `1e12` are asked for by pickers that want everything: clamp, never refuse. */
function readSize(raw: unknown, whole = maxPageSize): number {
  const asked = Math.trunc(Number(raw))
  if (raw === undefined || raw === '' || Number.isNaN(asked)) return defaultPageSize
  return Math.min(Math.max(asked, 1), asked >= everything ? whole : maxPageSize)
}

function readPage(raw: unknown): unknown {
  return raw === undefined || raw === '' ? 1 : Number(raw)
}

const pageMessage = 'Page must be a whole number from 1'

/** `page` counts from 1; `size` is rows per page, 1 to 1,000. A page past the end is empty. */
export const paging = {
  page: z.preprocess(
    readPage,
    z.number(pageMessage).int(pageMessage).min(1, pageMessage).max(1e12, pageMessage).default(1),
  ),
  size: z.preprocess((raw) => readSize(raw), z.number().int().min(1).max(maxPageSize).default(defaultPageSize)),
}

/** The same for what is read whole: `size` from 1,000,000 means all rows, of which there are at most 20,000. */
export const wholePaging = {
  page: paging.page,
  size: z.preprocess(
    (raw) => readSize(raw, wholeSize),
    z.number().int().min(1).max(wholeSize).default(defaultPageSize),
  ),
}

/** In which order a list may be asked for that is worked off, the oldest first. */
export const byAge = ['newest', 'oldest'] as const

export const totalRecords = z.number().int()
