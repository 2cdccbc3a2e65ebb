import type { z } from 'zod'
import type { Permission } from './permission.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/**
 * What making a call does.
 * - `read` changes nothing: whoever likes may ask it early, again, and as often as they like.
 * - `write` changes records in one transaction and leaves an audit row. With an `Idempotency-Key` its effect comes once,
 *   however often it is sent. It answers a sentence for the operator beside its data.
 * - `make` answers like a read, but makes what it gives (a file, a mail, a look-up that is paid for), whatever its
 *   method: what it makes is audited, asking again may make it again, so that only a person does it knowingly. Nothing
 *   asks it early, keeps its answer or repeats it by itself; it takes no idempotency key.
 */
export type Effect = 'read' | 'write' | 'make'

/** How many files a field of a multipart call takes, and how large each may be. */
export interface FileField {
  max: number
  maxBytes: number
  /** The sentence for whoever sends none; without it the field may be left out. */
  required?: string
}

/** One call over HTTP, as both sides see it. */
export interface Call {
  method: Method
  /** The path below the API's base address, without a query. */
  path: `/${string}`
  permission: Permission
  effect: Effect
  /** What the call is for, in one line of the API's documentation. */
  summary: string
  /** Not in the published catalogue of calls: another server may lack it. */
  addition?: true
  /** Keys of its query or body that are not in that catalogue either: another server may not know them. */
  added?: readonly string[]
  /** The strictest limit of requests per address: for calls that try passwords and codes. */
  limit?: 'auth'
  /** Unknown keys are ignored on reads; a write refuses them, and any query that it does not declare. */
  query?: z.ZodObject
  /** Unknown fields are refused: write it with `z.strictObject`. No key stands in the query too. */
  body?: z.ZodObject
  /** Sent as multipart/form-data, whose other fields are the body, each a text. */
  files?: Record<string, FileField>
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
type SentFiles<C extends Call> =
  C['files'] extends Record<string, FileField> ? { [K in keyof C['files']]?: readonly File[] } : unknown

/** What a client passes: query values in any spelling that the call understands, the body as its schema takes it, and files. */
export type Request<C extends Call> = SentQuery<C> & Sent<C['body']> & SentFiles<C>
