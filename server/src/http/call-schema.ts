import type { Call } from '@kobo/contract/kit/call'
import { envelope, failure } from '@kobo/contract/kit/envelope'
import type { FastifySchema } from 'fastify'

/** Path of the API below the server's URL. */
export const apiPrefix = '/api'

/** Builds the schema that validates a route and describes it in the API's documentation. */
export function callSchema(call: Call, area: string): FastifySchema & Record<string, unknown> {
  return {
    tags: [area],
    summary: call.summary,
    ...(call.addition ? { description: 'Not in the published catalogue.', 'x-addition': true } : {}),
    ...(call.added
      ? { description: `Not in the published catalogue: ${call.added.join(', ')}.`, 'x-added': call.added }
      : {}),
    ...(call.permission === 'public' ? { security: [] } : {}),
    'x-permission': call.permission,
    'x-effect': call.effect,
    ...(call.files ? { consumes: ['multipart/form-data'], 'x-files': call.files } : {}),
    ...(call.query ? { querystring: call.query } : {}),
    ...(call.body ? { body: call.body } : {}),
    response: { 200: envelope(call.reply), '4xx': failure, '5xx': failure },
  }
}
