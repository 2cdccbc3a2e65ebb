import type { Call } from '@kobo/contract/kit/call'
import { personalFields, type PersonalKind } from '@kobo/contract/kit/personal'
import { z } from 'zod'
import { mayDo, type Rights } from './rights.ts'

type Mask = (value: unknown) => unknown

/** Mask of each call's reply, computed once; null if the reply has no personal fields. */
const masks = new WeakMap<Call, Mask | null>()

/** Returns a call's reply as an operator may see it: personal fields are masked without `people.read`. */
export function maskPersonal(call: Call, staff: { rights: Rights }, reply: unknown): unknown {
  if (mayDo(staff, 'people.read')) return reply
  let mask = masks.get(call)
  if (mask === undefined) masks.set(call, (mask = maskOf(call.reply)))
  return mask === null ? reply : mask(reply)
}

/** Returns the function that masks a value of this schema; null if no part of it is personal. */
function maskOf(schema: z.core.$ZodType): Mask | null {
  const field = personalFields.get(schema as z.ZodType)
  if (field) return (value) => hide(field.kind, value)
  if (schema instanceof z.ZodObject) return maskOfObject(schema)
  if (schema instanceof z.ZodArray) return maskOfEach(schema.element)
  if (schema instanceof z.ZodRecord) return maskOfValues(schema.valueType)
  if (schema instanceof z.ZodUnion) return maskOfUnion(schema.options)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodReadonly) {
    return maskOf(schema.unwrap())
  }
  return null
}

function maskOfObject({ shape }: { shape: z.core.$ZodShape }): Mask | null {
  const fields = Object.keys(shape).flatMap((name) => {
    const mask = shape[name] ? maskOf(shape[name]) : null
    return mask === null ? [] : [{ name, mask }]
  })
  if (fields.length === 0) return null
  return (value) => {
    if (!isRecord(value)) return value
    const masked: Record<string, unknown> = { ...value }
    for (const { name, mask } of fields) if (name in value) masked[name] = mask(value[name])
    return masked
  }
}

function maskOfEach(element: z.core.$ZodType): Mask | null {
  const mask = maskOf(element)
  return mask && ((value) => (Array.isArray(value) ? value.map(mask) : value))
}

function maskOfValues(schema: z.core.$ZodType): Mask | null {
  const mask = maskOf(schema)
  if (mask === null) return null
  return (value) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mask(each)])) : value
}

/** Applies the masks of all options, since a value that is masked twice stays masked. */
function maskOfUnion(options: readonly z.core.$ZodType[]): Mask | null {
  const each = options.flatMap((option) => maskOf(option) ?? [])
  return each.length === 0 ? null : (value) => each.reduce((masked, mask) => mask(masked), value)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Hides a personal value, but not whether there is one, unless a mask would be taken for a date or a document. */
function hide(kind: PersonalKind, value: unknown): unknown {
  if (kind === 'date') return null
  if (kind === 'document') return Array.isArray(value) ? [] : null
  if (typeof value !== 'string' || value === '') return value
  if (kind === 'email') return `${value.slice(0, 1)}•••${value.slice(Math.max(value.lastIndexOf('@'), 1))}`
  return kind === 'number' && value.length > 6 ? `•••${value.slice(-3)}` : '•••'
}
