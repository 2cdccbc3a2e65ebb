import { nairaReply } from '@kobo/contract/kit/naira'
import { z } from 'zod'
import type { List } from '../list/define-list.ts'
import type { ListReply, ListRow } from '../list/list-call.ts'

/** One amount per row: positive and negative, large, and with kobo that binary fractions cannot represent. */
export const amounts = [-356_640_907_123.45, 16.88, -0.1, 0.2]

/** Returns a list's reply with a row for each of these amounts and every field set. */
export function fullReply({ call, rows }: List<ListReply, ListRow>): ListReply {
  const shape = call.reply instanceof z.ZodObject ? call.reply.shape : {}
  const found: unknown[] = []
  const reply = Object.fromEntries(
    Object.entries(shape).map(([key, field]) => [key, field instanceof z.ZodArray ? found : full(field, key, 0)]),
  )
  // A reply may have several arrays. The list shows one, whose row schema is known.
  for (const [key, field] of Object.entries(shape)) {
    if (!(field instanceof z.ZodArray)) continue
    const records = amounts.map((_, index) => full(field.element, key, index))
    const others = { ...reply, [key]: records }
    if (rows({ ...others, totalRecords: amounts.length }) === records)
      return { ...others, totalRecords: amounts.length }
  }
  throw new Error(`No rows are known for ${call.path}`)
}

/** Returns a value of the schema with every optional field. */
function full(schema: z.core.$ZodType, key: string, index: number): unknown {
  if (schema === nairaReply) return amounts[index]
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return full(schema.unwrap(), key, index)
  }
  if (schema instanceof z.ZodObject) {
    return Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, full(field, name, index)]))
  }
  if (schema instanceof z.ZodArray) return [full(schema.element, key, index)]
  if (schema instanceof z.ZodRecord) return {}
  if (schema instanceof z.ZodNumber) return index + 1
  if (schema instanceof z.ZodBoolean) return index % 2 === 1
  if (schema instanceof z.ZodEnum) return schema.options[index % schema.options.length]
  if (schema instanceof z.ZodString) {
    // These values decide whether a cell shows an amount.
    if (key === 'splitType') return index % 2 === 1 ? 'PERCENTAGE' : 'FLAT'
    if (key === 'direction') return index % 2 === 1 ? 'DEBIT' : 'CREDIT'
    return /At$|Date$|^date/.test(key) ? '2026-11-20T13:32:00.000Z' : `${key} ${index + 1}`
  }
  return undefined
}
