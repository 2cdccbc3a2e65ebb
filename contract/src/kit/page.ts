import { z } from 'zod'

export const pageSizes = [10, 20, 50, 100, 200, 500, 1000] as const
export const defaultPageSize = 100
export const maxPageSize = 1000

/** Page size from which a picker requests all rows. */
export const everything = 1_000_000
/** Most rows that a call returns in one page. */
export const wholeSize = 20_000

/** Clamps sizes such as `1000000`, `1e10` and `1e12`, which pickers send to get all rows, instead of rejecting them. */
function readSize(raw: unknown, fullSize = maxPageSize): number {
  const requested = Math.trunc(Number(raw))
  if (raw === undefined || raw === '' || Number.isNaN(requested)) return defaultPageSize
  return Math.min(Math.max(requested, 1), requested >= everything ? fullSize : maxPageSize)
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

/** Paging of calls that can return all rows: a `size` from 1,000,000 returns up to 20,000. */
export const wholePaging = {
  page: paging.page,
  size: z.preprocess(
    (raw) => readSize(raw, wholeSize),
    z.number().int().min(1).max(wholeSize).default(defaultPageSize),
  ),
}

/** Sort orders of a work queue, by age. */
export const byAge = ['newest', 'oldest'] as const

export const totalRecords = z.number().int()
