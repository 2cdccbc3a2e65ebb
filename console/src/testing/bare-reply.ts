import type { Call } from '@kobo/contract/kit/call'
import { HttpResponse, type HttpHandler, http } from 'msw'
import { z } from 'zod'

/** Field values by name, at any depth of a reply. */
export type FieldValues = Readonly<Record<string, unknown>>

/**
 * Responds to these calls with the required fields only: lists have one row, and records have no optional fields except those in
 * `values`.
 */
export function bareServer(calls: readonly Call[], values: FieldValues = {}): HttpHandler[] {
  return calls.map((call) =>
    http.all(`/api${call.path}`, ({ request }) => {
      if (request.method !== call.method) return undefined
      return HttpResponse.json({ status: true, message: 'Done', data: bareReply(call.reply, values) })
    }),
  )
}

/** Returns the minimal reply of a schema. */
export function bareReply(schema: z.core.$ZodType, values: FieldValues = {}): unknown {
  return replyOf(schema, '', { isFull: false, values })
}

/** Returns a reply of a schema with every optional field. */
export function fullReply(schema: z.core.$ZodType): unknown {
  return replyOf(schema, '', { isFull: true, values: {} })
}

interface ReplyOptions {
  isFull: boolean
  values: FieldValues
}

function replyOf(schema: z.core.$ZodType, key: string, options: ReplyOptions): unknown {
  const { isFull, values } = options
  const within = (inner: z.core.$ZodType) => replyOf(inner, key, options)
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).filter(
      ([name, field]) => isFull || name in values || !isOptional(field),
    )
    return Object.fromEntries(
      fields.map(([name, field]) => [name, name in values ? values[name] : replyOf(field, name, options)]),
    )
  }
  if (schema instanceof z.ZodArray) return [within(schema.element)]
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return within(schema.unwrap())
  if (schema instanceof z.ZodNullable) return isFull ? within(schema.unwrap()) : null
  if (schema instanceof z.ZodUnion) return within(schema.options[0] ?? z.unknown())
  if (schema instanceof z.ZodRecord) return { some: within(schema.valueType) }
  if (schema instanceof z.ZodUnknown) return `some ${key}`
  if (schema instanceof z.ZodNumber) return 1
  if (schema instanceof z.ZodBoolean) return true
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodString)
    return key.endsWith('At') || key.endsWith('Date') ? '2026-11-20T13:32:00.000Z' : `some ${key}`
  throw new Error(`No value is known for ${key}`)
}

function isOptional(field: z.core.$ZodType): boolean {
  return field instanceof z.ZodOptional || field instanceof z.ZodDefault
}
