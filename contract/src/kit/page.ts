import { z } from 'zod'

export const pageSizes = [10, 20, 50, 100, 200, 500, 1000] as const
export const defaultPageSize = 100
const maxPageSize = 1000

/** `1000000`, `1e10` and `1e12` are asked for by pickers that want everything: clamp, never refuse. */
function readSize(raw: unknown): number {
  const asked = Math.trunc(Number(raw))
  if (raw === undefined || raw === '' || Number.isNaN(asked)) return defaultPageSize
  return Math.min(Math.max(asked, 1), maxPageSize)
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
  size: z.preprocess(readSize, z.number().int().min(1).max(maxPageSize).default(defaultPageSize)),
}

export const totalRecords = z.number().int()
