import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { documentationPage } from './documentation-page.ts'
import { apiPrefix } from './call-schema.ts'

/** Describes the routes that are added from here on; `app.swagger()` returns the OpenAPI 3.1 document. */
export async function describeRoutes(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Kobo Console API',
        version: '1',
        description:
          'The API of Kobo Console. Amounts are in naira with at most two decimals; days are whole days in Africa/Lagos; ids are opaque. ' +
          'Every response is an envelope of status, message and data; every error has a stable code and a message.',
      },
      components: {
        securitySchemes: {
          accessToken: {
            type: 'apiKey',
            in: 'header',
            name: 'access-token',
            description:
              'v1.<sessionId>.<timestamp in ms>.<mac of method, path, timestamp and body hash>; sent with the session cookie. ' +
              'v2 also covers Idempotency-Key and x-mode, after the timestamp, and requires a key on every write.',
          },
        },
      },
      security: [{ accessToken: [] }],
    },
    transform: (document) => {
      const result = jsonSchemaTransform(document)
      return document.url.startsWith(`${apiPrefix}/`) ? result : { ...result, schema: { hide: true } }
    },
  })
}

/** Adds the API's own documentation: OpenAPI at `/api/openapi.json` and a readable page at `/api/docs`. */
export function addDocumentation(app: FastifyInstance): void {
  app.get(`${apiPrefix}/openapi.json`, { schema: { hide: true } }, async () => app.swagger())
  app.get(`${apiPrefix}/docs`, { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'self'; frame-ancestors 'none'")
      .send(documentationPage(app.swagger())),
  )
}
