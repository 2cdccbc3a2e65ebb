import type { Call } from '@kobo/contract/kit/call'
import { recordIds } from '@kobo/contract/kit/id'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isUuid } from '../uuid.ts'
import { badRequest } from './http-error.ts'
import type { Upload } from './uploads.ts'

/** Id of no record: RFC 9562's Max UUID. */
const noRecord = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Moves query fields that a DELETE sends in its body to the query, since some clients send them there. */
export function readDeletion(call: Call, request: FastifyRequest): void {
  if (call.method !== 'DELETE' || call.body) return
  const { query: declared } = call
  const inQuery = asObject(request.query)
  const inBody = Object.entries(asObject(request.body))
  const moved = inBody.filter(([name]) => name in (declared?.shape ?? {}))
  const other = moved.find(([name, value]) => name in inQuery && inQuery[name] !== value)
  if (other) throw badRequest(`${other[0]} differs between the query and the body`)
  request.query = { ...inQuery, ...Object.fromEntries(moved) }
  request.body = moved.length === inBody.length ? undefined : request.body
}

/** Rejects undeclared query fields of a write, and a body if the call takes none. */
export function refuseUndeclared(call: Call, request: FastifyRequest): void {
  const known = new Set(Object.keys(call.query?.shape ?? {}))
  const inQuery = call.effect === 'write' ? Object.keys(asObject(request.query)).filter((name) => !known.has(name)) : []
  const inBody = call.body ? [] : Object.keys(asObject(request.body))
  const [field] = [...inQuery, ...inBody].map((name) => name.slice(0, 60))
  if (field !== undefined) throw badRequest(`Unknown field: ${field}`, { [field]: 'Unknown field' })
}

/** Returns a function that reads the declared fields and files, and no others, from a validated request. */
export function inputOf(call: Call): (request: FastifyRequest) => Record<string, unknown> {
  const read = readIds(call)
  return (request) =>
    read({
      ...(call.query && asObject(request.query)),
      ...(call.body && asObject(request.body)),
      ...(call.files && filesOf(call, request)),
    })
}

/** Returns a function that normalises the record ids in a call's input. */
export function readIds(call: Call): (input: Record<string, unknown>) => Record<string, unknown> {
  const ids = [call.query, call.body].flatMap((schema) => (schema ? idsOf(schema.shape) : []))
  return (input) => ({
    ...input,
    ...Object.fromEntries(ids.map(({ name, isWord }) => [name, asRecordId(input[name], isWord)])),
  })
}

function filesOf(call: Call, { uploads }: FastifyRequest): Record<string, Upload[]> {
  return Object.fromEntries(Object.keys(call.files ?? {}).map((name) => [name, uploads?.files[name] ?? []]))
}

function idsOf(shape: z.core.$ZodShape): { name: string; isWord: boolean }[] {
  return Object.entries(shape).flatMap(([name, field]) => {
    const id = recordIds.get(itemOf(field))
    return id === undefined ? [] : [{ name, isWord: id.isWord === true }]
  })
}

/** Returns the schema of the items of a list, which may be optional, and that of any other field. */
function itemOf(field: z.core.$ZodType): z.core.$ZodType {
  const list = field instanceof z.ZodOptional ? field.unwrap() : field
  return list instanceof z.ZodArray ? list.element : field
}

/** Our ids are UUIDs: any other text that is no word becomes the id of no record, so that each handler responds with its own error. */
function asRecordId(id: unknown, isWord: boolean): unknown {
  if (Array.isArray(id)) return id.map((each) => asRecordId(each, isWord))
  if (typeof id !== 'string') return id
  if (isUuid(id)) return id.toLowerCase()
  return isWord ? id : noRecord
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}
