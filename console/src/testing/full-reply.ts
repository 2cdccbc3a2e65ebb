import { nairaReply } from '@kobo/contract/kit/naira'
import { z } from 'zod'
import type { List } from '../list/define-list.ts'
import type { ListReply, ListRow } from '../list/list-call.ts'

/** What the rows hold, one amount each: above and below zero, large, and with kobo that binary fractions miss. */
export const amounts = [-356_640_907_123.45, 16.88, -0.1, 0.2]

/** A list's reply with a row for each of these amounts, every field filled. */
export function fullReply({ call, rows }: List<ListReply, ListRow>): ListReply {
  const shape = call.reply instanceof z.ZodObject ? call.reply.shape : {}
  const found: unknown[] = []
  const reply = Object.fromEntries(
    Object.entries(shape).map(([key, field]) => [key, field instanceof z.ZodArray ? found : full(field, key, 0)]),
  )
  // Of a reply's arrays the list shows one; the fields of that one's rows are known by its schema.
  for (const [key, field] of Object.entries(shape)) {
    if (!(field instanceof z.ZodArray)) continue
    const records = amounts.map((_, place) => full(field.element, key, place))
    const others = { ...reply, [key]: records }
    if (rows({ ...others, totalRecords: amounts.length }) === records)
      return { ...others, totalRecords: amounts.length }
  }
  throw new Error(`No rows are known for ${call.path}`)
}

/** A value of the schema, with everything that may be left out. */
function full(schema: z.core.$ZodType, key: string, place: number): unknown {
  if (schema === nairaReply) return amounts[place]
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return full(schema.unwrap(), key, place)
  }
  if (schema instanceof z.ZodObject) {
    return Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, full(field, name, place)]))
  }
  if (schema instanceof z.ZodArray) return [full(schema.element, key, place)]
  if (schema instanceof z.ZodRecord) return {}
  if (schema instanceof z.ZodNumber) return place + 1
  if (schema instanceof z.ZodBoolean) return place % 2 === 1
  if (schema instanceof z.ZodEnum) return schema.options[place % schema.options.length]
  if (schema instanceof z.ZodString) {
    // These words decide whether a cell has an amount.
    if (key === 'splitType') return place % 2 === 1 ? 'PERCENTAGE' : 'FLAT'
    if (key === 'direction') return place % 2 === 1 ? 'DEBIT' : 'CREDIT'
    return /At$|Date$|^date/.test(key) ? '2026-11-20T13:32:00.000Z' : `${key} ${place + 1}`
  }
  return undefined
}
