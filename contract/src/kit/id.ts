import { z } from 'zod'
import { text } from './text.ts'

/** Record type of each id schema, by which a server recognises texts that cannot be an id. */
export const recordIds = z.registry<{ record: string; isWord?: true }>()

const maxLength = 100

/** Id of a record, named `record` in messages; only the server knows its format. */
export function id(record: string) {
  return text(maxLength, `${record.charAt(0).toUpperCase()}${record.slice(1)} is required`).register(recordIds, {
    record,
  })
}

/** Id of a record that may be a word, such as a built-in role's. */
export function wordId(record: string) {
  return id(record).register(recordIds, { record, isWord: true })
}

/** Id of a record in a filter; empty counts as absent. */
export function filterId(record: string) {
  return z
    .preprocess((raw) => (typeof raw === 'string' && raw.trim() === '' ? undefined : raw), text(maxLength).optional())
    .register(recordIds, { record })
}

/** Id in a filter that may be a word. */
export function filterWordId(record: string) {
  return filterId(record).register(recordIds, { record, isWord: true })
}
