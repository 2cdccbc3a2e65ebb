import type { Call } from '@kobo/contract/kit/call'
import { recordIds } from '@kobo/contract/kit/id'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { isUuid } from '../uuid.ts'
import { badRequest } from './http-error.ts'
import type { Upload } from './uploads.ts'

/** No record has it: RFC 9562 keeps it for this. */
const noRecord = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Takes what a DELETE names in a body for its query: some clients send it there, and it means the same. */
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

/** Refuses a query of a write that the call does not declare, and a body of a call that takes none. */
export function refuseUndeclared(call: Call, request: FastifyRequest): void {
  const known = new Set(Object.keys(call.query?.shape ?? {}))
  const inQuery = call.effect === 'write' ? Object.keys(asObject(request.query)).filter((name) => !known.has(name)) : []
  const inBody = call.body ? [] : Object.keys(asObject(request.body))
  const [field] = [...inQuery, ...inBody].map((name) => name.slice(0, 60))
  if (field !== undefined) throw badRequest(`Unknown field: ${field}`, { [field]: 'Unknown field' })
}

/** What a call's handler receives of a request that was found valid: what the call declares and nothing beside. */
export function inputOf(call: Call): (request: FastifyRequest) => Record<string, unknown> {
  const read = readIds(call)
  return (request) =>
    read({
      ...(call.query && asObject(request.query)),
      ...(call.body && asObject(request.body)),
      ...(call.files && filesOf(call, request)),
    })
}

/** Reads the ids in what a call is given. */
export function readIds(call: Call): (input: Record<string, unknown>) => Record<string, unknown> {
  const ids = [call.query, call.body].flatMap((schema) => (schema ? idsOf(schema.shape) : []))
  return (input) => ({ ...input, ...Object.fromEntries(ids.map((name) => [name, asRecordId(input[name])])) })
}

function filesOf(call: Call, { uploads }: FastifyRequest): Record<string, Upload[]> {
  return Object.fromEntries(Object.keys(call.files ?? {}).map((name) => [name, uploads?.files[name] ?? []]))
}

function idsOf(shape: z.core.$ZodShape): string[] {
  return Object.keys(shape).filter((name) => shape[name] !== undefined && recordIds.has(shape[name]))
}

/** Ids of ours are UUIDs: any other text becomes one that names no record, which every handler answers in its own words. */
function asRecordId(id: unknown): unknown {
  if (typeof id !== 'string') return id
  return isUuid(id) ? id.toLowerCase() : noRecord
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}
