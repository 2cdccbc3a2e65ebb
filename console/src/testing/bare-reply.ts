import type { Call } from '@kobo/contract/kit/call'
import { HttpResponse, type HttpHandler, http } from 'msw'
import { z } from 'zod'

/** Values of fields, by their names, wherever a reply may hold them. */
export type FieldValues = Readonly<Record<string, unknown>>

/**
 * Answers these calls with what their replies must hold and nothing else: each list with one row, each record with no
 * optional field but those that are given a value.
 */
export function bareServer(calls: readonly Call[], values: FieldValues = {}): HttpHandler[] {
  return calls.map((call) =>
    http.all(`/api${call.path}`, ({ request }) => {
      if (request.method !== call.method) return undefined
      return HttpResponse.json({ status: true, message: 'Done', data: bareReply(call.reply, values) })
    }),
  )
}

/** The least that a reply of this shape may be. */
export function bareReply(schema: z.core.$ZodType, values: FieldValues = {}): unknown {
  return replyOf(schema, '', { isFull: false, values })
}

/** A reply of this shape in which nothing is missing. */
export function fullReply(schema: z.core.$ZodType): unknown {
  return replyOf(schema, '', { isFull: true, values: {} })
}

interface Wanted {
  isFull: boolean
  values: FieldValues
}

function replyOf(schema: z.core.$ZodType, key: string, wanted: Wanted): unknown {
  const { isFull, values } = wanted
  const within = (inner: z.core.$ZodType) => replyOf(inner, key, wanted)
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).filter(
      ([name, field]) => isFull || name in values || !isOptional(field),
    )
    return Object.fromEntries(
      fields.map(([name, field]) => [name, name in values ? values[name] : replyOf(field, name, wanted)]),
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
