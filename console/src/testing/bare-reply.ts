import type { Call } from '@kobo/contract/kit/call'
import { HttpResponse, type HttpHandler, http } from 'msw'
import { z } from 'zod'

/** Answers these calls with what their replies must hold and nothing else: each list with one row, each record with no optional field. */
export function bareServer(calls: readonly Call[]): HttpHandler[] {
  return calls.map((call) =>
    http.all(`/api${call.path}`, ({ request }) => {
      if (request.method !== call.method) return undefined
      return HttpResponse.json({ status: true, message: 'Done', data: bareReply(call.reply) })
    }),
  )
}

/** The least that a reply of this shape may be. */
export function bareReply(schema: z.core.$ZodType, key = ''): unknown {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).filter(([, field]) => !isOptional(field))
    return Object.fromEntries(fields.map(([name, field]) => [name, bareReply(field, name)]))
  }
  if (schema instanceof z.ZodArray) return [bareReply(schema.element, key)]
  if (schema instanceof z.ZodNullable) return null
  if (schema instanceof z.ZodNumber) return 1
  if (schema instanceof z.ZodBoolean) return true
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodString)
    return key.endsWith('At') || key.endsWith('Date') ? '2026-11-20T13:32:00.000Z' : `some ${key}`
  throw new Error(`No bare value is known for ${key}`)
}

function isOptional(field: z.core.$ZodType): boolean {
  return field instanceof z.ZodOptional || field instanceof z.ZodDefault
}
