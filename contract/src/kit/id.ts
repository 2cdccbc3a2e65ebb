import { z } from 'zod'
import { text } from './text.ts'

/** The schemas that take ids, and what they are ids of: a server knows by it which texts can name no record at all. */
export const recordIds = z.registry<{ record: string }>()

const maxLength = 100

/** The id of a record, called so in sentences; how it is written is the server's affair alone. */
export function id(record: string) {
  return text(maxLength, `${record.charAt(0).toUpperCase()}${record.slice(1)} is required`).register(recordIds, {
    record,
  })
}

/** The id of a record in a filter: empty counts as absent. */
export function filterId(record: string) {
  return z
    .preprocess((raw) => (typeof raw === 'string' && raw.trim() === '' ? undefined : raw), text(maxLength).optional())
    .register(recordIds, { record })
}
