import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiPrefix } from './call-schema.ts'
import type { AppDeps } from './handler.ts'
import { escapeHtml, plainPage } from './plain-page.ts'
import { isActive } from './staff.ts'
import { HttpError } from './http-error.ts'
import { filesUnavailable } from './error-handler.ts'
import { MissingFileError, StoreUnavailableError } from '../rails/file-store.ts'

/** Interval at which to retry a file in preparation. */
const retryAfterSeconds = 3

/** Serves a stored file to any holder of a signed URL, always as a download and never as a page. */
export function addFileRoute(app: FastifyInstance, { db, files, clock }: AppDeps): void {
  app.get<{ Params: { id: string; name: string }; Querystring: { expires?: unknown; signature?: unknown } }>(
    `${apiPrefix}/files/:id/:name`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { id } = request.params
      if (!files.check(id, String(request.query.expires), String(request.query.signature), clock())) {
        return sendError(request, reply, expired)
      }
      const file = await db
        .selectFrom('file')
        .leftJoin('staff', 'staff.id', 'file.staff_id')
        .selectAll('file')
        .select(['staff.status as staff_status', 'staff.access_until'])
        .where('file.id', '=', id)
        .executeTakeFirst()
      if (!file) return sendError(request, reply, missing)
      const { staff_status: status, access_until } = file
      if (status !== null && !isActive({ status, access_until }, clock())) return sendError(request, reply, revoked)
      if (file.status === 'FAILED') return sendError(request, reply, failed)
      if (file.status === 'MAKING') return sendPending(request, reply)
      const bytes = await files.read(file).catch((error: unknown) => {
        const response = unreadable(error)
        request.log.error({ err: error }, 'reading a stored file failed')
        return response
      })
      if (bytes instanceof HttpError) return sendError(request, reply, bytes)
      return (
        reply
          .type(file.content_type)
          .header('content-length', file.size_bytes)
          .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
          // A file whose access may end at any time must not be cached by a browser.
          .header('cache-control', file.staff_id === null ? 'private, max-age=300' : 'no-store')
          .send(bytes)
      )
    },
  )
}

const expired = new HttpError(403, 'not_permitted', 'This link is no longer valid. Open the document again')
const revoked = new HttpError(403, 'not_permitted', 'This link was revoked because its owner no longer has access')
const missing = new HttpError(404, 'not_found', 'This file does not exist')
const failed = new HttpError(404, 'not_found', 'This file could not be generated. Request it again')

/** Returns the response to a failed read; throws what has none. */
function unreadable(error: unknown): HttpError {
  if (error instanceof StoreUnavailableError) return filesUnavailable()
  // Only after a restore, from whose copy of the files these bytes have been erased since.
  if (error instanceof MissingFileError) return missing
  throw error
}

/** Responds to a browser with a page, to a program with the envelope. */
function sendError(request: FastifyRequest, reply: FastifyReply, error: HttpError): FastifyReply {
  if (!isPerson(request)) throw error
  return page(reply.code(error.statusCode), 'File not available', error.message)
}

function sendPending(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.code(202).header('retry-after', String(retryAfterSeconds))
  if (!isPerson(request)) {
    return reply.send({
      status: true,
      message: 'This file is being prepared. Try again shortly',
      data: { making: true },
    })
  }
  // The browser reloads automatically, and a finished file downloads without leaving this page.
  reply.header('refresh', String(retryAfterSeconds))
  return page(
    reply,
    'Preparing your file',
    'The download starts automatically when the file is ready. You can then close this page.',
  )
}

function isPerson(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/html') ?? false
}

function page(reply: FastifyReply, title: string, sentence: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; style-src 'self'; frame-ancestors 'none'")
    .send(plainPage(title, `<p>${escapeHtml(sentence)}</p>`))
}
