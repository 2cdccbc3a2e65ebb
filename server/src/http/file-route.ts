import type { FastifyInstance } from 'fastify'
import type { Services } from './handler.ts'
import { Refusal } from './refusal.ts'
import { apiPrefix } from './call-schema.ts'

/** Serves a stored file to whoever holds an address that we have signed; it is always a download, never a page. */
export function addFileRoute(app: FastifyInstance, { db, files, clock }: Services): void {
  app.get<{ Params: { id: string; name: string }; Querystring: { expires?: unknown; signature?: unknown } }>(
    `${apiPrefix}/files/:id/:name`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { id } = request.params
      if (!files.check(id, String(request.query.expires), String(request.query.signature), clock())) {
        throw new Refusal(403, 'not_permitted', 'This address is no longer valid. Open the document again')
      }
      const file = await db.selectFrom('file').selectAll().where('id', '=', id).executeTakeFirst()
      if (!file) throw new Refusal(404, 'not_found', 'This file does not exist')
      return reply
        .type(file.content_type)
        .header('content-length', file.size_bytes)
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
        .header('cache-control', 'private, max-age=300')
        .send(await files.read(file))
    },
  )
}
