import type { z } from 'zod'
import type { Permission } from './permission.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/**
 * Side effect of a call.
 * - `read` changes nothing and can be prefetched, cached and repeated.
 * - `write` changes records in one transaction and writes an audit row. With an `Idempotency-Key` it takes effect once, however
 *   often it is sent. It returns a message for the operator beside its data.
 * - `make` returns like a read but produces something (a file, an email, a paid look-up), whatever its method. It is audited and
 *   may produce it again when repeated, so it is never prefetched, cached or retried and takes no idempotency key.
 */
export type Effect = 'read' | 'write' | 'make'

/** Maximum number of files in a field of a multipart call, and the maximum size of each. */
export interface FileField {
  max: number
  maxBytes: number
  /** Error message if no file is sent; without it the field is optional. */
  required?: string
}

/** One HTTP call, shared by server and clients. */
export interface Call {
  method: Method
  /** Path below the API's base URL, without a query. */
  path: `/${string}`
  permission: Permission
  effect: Effect
  /** One-line summary in the API documentation. */
  summary: string
  /** Marks a call outside the published catalogue, which another server may lack. */
  addition?: true
  /** Query or body keys outside the published catalogue, which another server may not know. */
  added?: readonly string[]
  /** Applies the strictest rate limit per address, for calls that check passwords and codes. */
  limit?: 'auth'
  /** Reads ignore unknown keys; writes reject them, and any query that they do not declare. */
  query?: z.ZodObject
  /** Rejects unknown fields, so it must be a `z.strictObject`. Shares no key with the query. */
  body?: z.ZodObject
  /** Makes the request multipart/form-data; its other fields form the body, each a text. */
  files?: Record<string, FileField>
  /** Schema of the envelope's `data`. */
  reply: z.ZodType
}

export function call<const C extends Call>(definition: C): C {
  return definition
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : unknown

/** Input of a handler: the parsed query and body in one object. */
export type Input<C extends Call> = Parsed<C['query']> & Parsed<C['body']>

/** Type of the envelope's `data`. */
export type Data<C extends Call> = z.output<C['reply']>

export type QueryKey<C extends Call> = C['query'] extends z.ZodObject ? keyof z.output<C['query']> & string : never

type Sent<S> = S extends z.ZodType ? z.input<S> : unknown
type SentQuery<C extends Call> = { [K in QueryKey<C>]?: string | number | boolean | undefined }
type SentFiles<C extends Call> =
  C['files'] extends Record<string, FileField> ? { [K in keyof C['files']]?: readonly File[] } : unknown

/** Input of a client: query values in any accepted spelling, the body before parsing, and files. */
export type Request<C extends Call> = SentQuery<C> & Sent<C['body']> & SentFiles<C>
