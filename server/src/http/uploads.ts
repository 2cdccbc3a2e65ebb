import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { Call, FileField } from '@kobo/contract/kit/call'
import { text } from '@kobo/contract/kit/text'
import type { FastifyRequest } from 'fastify'
import { badRequest, HttpError } from './http-error.ts'
import { sha256Hex } from './signature.ts'

/** One file of a request. It is deleted from disk once the request is answered, so copy it to keep it. */
export interface Upload {
  /** Name from the sender, for display. */
  name: string
  sizeBytes: number
  sha256Hex: string
  path: string
  stream(): Readable
  bytes(): Promise<Buffer>
}

export interface Uploads {
  fields: Record<string, string>
  files: Record<string, Upload[]>
  /** Hash of the fields and every file, by which a repeated request is recognised. */
  sha256Hex: string
  discard(): Promise<void>
}

const fieldBytes = 64 * 1024
const fileName = text(200)

/** Reads a multipart request: fields into memory, files onto disk, with each limit enforced as it arrives. */
export async function receiveUploads(call: Call, request: FastifyRequest): Promise<Uploads> {
  const declared = call.files ?? {}
  const folder = await mkdtemp(join(tmpdir(), 'kobo-upload-'))
  const discard = () => rm(folder, { recursive: true, force: true })
  const fields = new Map<string, string>()
  const files = new Map<string, Upload[]>(Object.keys(declared).map((name) => [name, []]))
  try {
    for await (const part of request.parts({ limits: limitsOf(call) })) {
      const name = part.fieldname
      if (part.type === 'file') {
        const [field, received] = [declared[name], files.get(name)]
        if (!field || !received) throw badRequest(`Unknown field: ${name.slice(0, 60)}`)
        if (received.length === field.max) throw tooMany(name, field)
        received.push(await spool(part, field, join(folder, `${name}-${received.length}`)))
      } else {
        if (part.valueTruncated) throw new HttpError(413, 'too_large', 'A field of the request is too large')
        if (typeof part.value !== 'string' || fields.has(name))
          throw badRequest(`${name.slice(0, 60)} must be a single value`)
        // A form sends line ends as CRLF, whatever was typed.
        fields.set(name, part.value.replaceAll('\r\n', '\n'))
      }
    }
  } catch (error) {
    // Drains the rest, so that the sender gets to read the response.
    request.raw.unpipe()
    request.raw.resume()
    await discard()
    throw brokeOff(error) ? badRequest('The request could not be read') : error
  }
  const received = Object.fromEntries(files)
  const fileHashes = Object.entries(received).map(([name, list]) => [
    name,
    list.map((file) => [file.name, file.sha256Hex]),
  ])
  return {
    fields: Object.fromEntries(fields),
    files: received,
    sha256Hex: sha256Hex(JSON.stringify([[...fields], fileHashes])),
    discard,
  }
}

/** Errors of the multipart parser have no code; others, such as a full disk, have one. */
function brokeOff(error: unknown): boolean {
  return error instanceof Error && (!('code' in error) || error.code === 'ERR_STREAM_PREMATURE_CLOSE')
}

/** Rejects a request without a file that the call requires. */
export function requireFiles(call: Call, files: Record<string, Upload[]>): void {
  for (const [name, { required }] of Object.entries(call.files ?? {})) {
    if (required !== undefined && (files[name] ?? []).length === 0) throw badRequest(required, { [name]: required })
  }
}

/** One more than each limit, so that our own error is sent before the parser's. */
function limitsOf(call: Call) {
  const declared = Object.values(call.files ?? {})
  const texts = Object.keys(call.body?.shape ?? {}).length + 1
  const files = declared.reduce((sum, { max }) => sum + max, 1)
  const fileSize = Math.max(...declared.map(({ maxBytes }) => maxBytes)) + 1
  return { fieldNameSize: 100, fieldSize: fieldBytes, fields: texts, files, parts: texts + files, fileSize }
}

async function spool(part: MultipartFile, { maxBytes }: FileField, path: string): Promise<Upload> {
  const name = fileName.safeParse(part.filename)
  if (!name.success) throw badRequest(`File name: ${name.error.issues[0]?.message ?? 'it cannot be read'}`)
  const hash = createHash('sha256')
  let sizeBytes = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length
      hash.update(chunk)
      done(sizeBytes > maxBytes ? tooLarge(part.fieldname, maxBytes) : null, chunk)
    },
  })
  await pipeline(part.file, counted, createWriteStream(path, { mode: 0o600 }))
  return {
    name: name.data,
    sizeBytes,
    sha256Hex: hash.digest('hex'),
    path,
    stream: () => createReadStream(path),
    bytes: () => readFile(path),
  }
}

function tooMany(name: string, { max }: FileField): HttpError {
  const message = max === 1 ? 'Send one file' : `Send at most ${max} files`
  return new HttpError(413, 'too_large', message, { fields: { [name]: message } })
}

function tooLarge(name: string, maxBytes: number): HttpError {
  // Rounded up, so that the limit shown is not the size of a file just above it.
  const message = `A file must be smaller than ${(Math.ceil(maxBytes / 100_000) / 10).toLocaleString('en-NG')} MB`
  return new HttpError(413, 'too_large', message, { fields: { [name]: message } })
}
