import type { z } from 'zod'
import type { Permission } from './permission.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** One call over HTTP, as both sides see it. */
export interface Call {
  method: Method
  /** The path below the API's base address, without a query. */
  path: `/${string}`
  permission: Permission
  /** What the call is for, in one line of the API's documentation. */
  summary: string
  /** Not in the published catalogue of calls: another server may lack it. */
  addition?: true
  /** Unknown keys are ignored. */
  query?: z.ZodObject
  /** Unknown fields are refused: write it with `z.strictObject`. */
  body?: z.ZodObject
  /** What stands in the envelope's `data`. */
  reply: z.ZodType
}

export function call<const C extends Call>(definition: C): C {
  return definition
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : unknown

/** What a handler receives: the parsed query and body as one object. */
export type Input<C extends Call> = Parsed<C['query']> & Parsed<C['body']>

/** What stands in the envelope's `data`. */
export type Data<C extends Call> = z.output<C['reply']>

export type QueryKey<C extends Call> = C['query'] extends z.ZodObject ? keyof z.output<C['query']> & string : never

type Sent<S> = S extends z.ZodType ? z.input<S> : unknown
type SentQuery<C extends Call> = { [K in QueryKey<C>]?: string | number | boolean | undefined }

/** What a client passes: query values in any spelling that the call understands, and the body as its schema takes it. */
export type Request<C extends Call> = SentQuery<C> & Sent<C['body']>
