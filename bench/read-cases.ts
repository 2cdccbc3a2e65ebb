import { contract } from '@kobo/contract'
import type { Call } from '@kobo/contract/kit/call'
import { recordIds } from '@kobo/contract/kit/id'
import { z } from 'zod'
import type { Samples } from './read-samples.ts'

const areas: Record<string, Record<string, Call>> = contract

/** Reads that need a value from a user's mailbox. */
const unasked = new Set<string>(['/invite/status'])

/** Every read of the contract. */
export const reads: readonly Call[] = Object.values(areas)
  .flatMap((area) => Object.values(area))
  .filter(({ effect, path }) => effect === 'read' && !unasked.has(path))

/** Keys of a list's rows that hold the values of a filter. */
const standsIn: Record<string, readonly string[]> = {
  name: ['name', 'businessName', 'accountName', 'firstName'],
  search: ['reference', 'transactionReference', 'businessName', 'name', 'email'],
  wallet: ['name', 'accountNumber'],
}

/** Returns the requests of a call: without a filter, with each filter alone, or for one record. */
export function pathsOf(call: Call, { ids, words }: Samples, rows: readonly unknown[]): string[] {
  const fields = Object.entries<z.core.$ZodType>(call.query?.shape ?? {}).filter(
    ([name]) => name !== 'page' && name !== 'size',
  )
  const isOfBatch = fields.some(([name]) => name === 'batchReference')
  const values = (name: string, schema: z.core.$ZodType): readonly string[] => {
    // Only this merchant has a batch with that reference.
    if (isOfBatch && name === 'merchantId') return words['batchMerchantId'] ?? []
    const record = recordIds.get(schema)?.record
    if (record !== undefined) return ids[record] ?? []
    const { enum: choices, type, pattern } = z.toJSONSchema(schema, { unrepresentable: 'any' })
    if (choices !== undefined) return choices.map(String)
    // A day has a pattern and is not taken from rows, which contain instants.
    const isText = type === 'string' && pattern === undefined
    const found = isText ? textsIn(rows, standsIn[name] ?? [name]) : []
    return found.length > 0 ? found : (words[name] ?? [])
  }
  const required = fields.filter(([, schema]) => !z.safeParse(schema, undefined).success)
  const optional = fields.filter(([, schema]) => z.safeParse(schema, undefined).success)
  const first = required.map(([name, schema]) => [name, values(name, schema)[0] ?? ''])
  const path = (params: readonly (readonly [string, string])[]) => {
    const query = new URLSearchParams([...first, ...params].map(([name = '', value = '']) => [name, value]))
    return query.size === 0 ? call.path : `${call.path}?${query.toString()}`
  }
  // A required field cannot be omitted, so each of its samples replaces the first.
  const fullQuery =
    required.length === 1
      ? required.flatMap(([name, schema]) =>
          values(name, schema).map((value) => `${call.path}?${new URLSearchParams({ [name]: value })}`),
        )
      : [path([])]
  const alone = optional.flatMap(([name, schema]) => values(name, schema).map((value) => path([[name, value]])))
  const between = ['startDate', 'endDate'].map((name) => [name, words[name]?.[0] ?? ''] as const)
  const hasDays = optional.some(([name]) => name === 'startDate')
  return [...fullQuery, ...alone, ...(hasDays ? [path(between)] : [])]
}

/** Returns the first value in the first and middle row of a list, in full and its first half. */
function textsIn(rows: readonly unknown[], keys: readonly string[]): string[] {
  const found = [rows[0], rows[Math.floor(rows.length / 2)]].flatMap((row) => {
    const [word] = keys.flatMap((key) => valuesAt(row, key))
    return word === undefined ? [] : [word, word.slice(0, Math.ceil(word.length / 2))]
  })
  return [...new Set(found)]
}

function valuesAt(value: unknown, key: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name === key && typeof inner === 'string' && inner !== '' ? [inner] : valuesAt(inner, key),
  )
}
