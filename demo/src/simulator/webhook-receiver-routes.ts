import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { uuidv7 } from '@kobo/server/uuid'
import { chanceOf } from './plan-transfer.ts'
import { answer, leaveUnanswered, type SimulatorContext } from './context.ts'

const bodyLimit = 256 * 1024
const question = z.object({ webhookId: z.string().optional(), path: z.string().optional() })

/**
 * Adds the merchants' servers: `POST /hooks/{name}` stores every request. A name that ends in `-500` always returns 500, one
 * that ends in `-silent` never responds. `GET /received?webhookId=&path=` lists the newest 1,000.
 */
export function addWebhookReceiverRoutes(app: FastifyInstance, world: SimulatorContext): void {
  void app.register(async (hooks) => {
    // Unparsed, since the sender signed the exact body.
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, done) => done(null, body))

    hooks.post<{ Params: { name: string } }>('/hooks/:name', async (request, reply) => {
      const webhookId = headerText(request.headers['webhook-id'])
      const attempt = `${webhookId} ${headerText(request.headers['webhook-timestamp'])}`
      const status = statusFor(request.params.name, attempt, world)
      await world.pool.query(
        `insert into outside.received (id, at, webhook_id, path, headers, body, answered)
         values ($1, clock_timestamp(), $2, $3, $4, $5, $6)`,
        [uuidv7(), webhookId, request.url, request.headers, bodyText(request.body), status],
      )
      if (status === null) return leaveUnanswered(reply)
      return answer(world, reply, { received: status === 200 }, status)
    })
  })

  app.get('/received', async (request) => {
    const { webhookId = null, path = null } = question.parse(request.query)
    const { rows } = await world.pool.query<Record<string, unknown>>(
      `select id, at, webhook_id as "webhookId", path, headers, body, answered from outside.received
       where ($1::text is null or webhook_id = $1) and ($2::text is null or path = $2)
       order by at desc, id desc limit 1000`,
      [webhookId, path],
    )
    return { received: rows.reverse() }
  })
}

function statusFor(name: string, attempt: string, { behaviour }: SimulatorContext): number | null {
  const { hookFailures, hookSilences } = behaviour.now
  if (name.endsWith('-500')) return 500
  if (name.endsWith('-silent')) return null
  const chance = chanceOf(`hook ${attempt}`)
  if (chance < hookSilences) return null
  return chance < hookSilences + hookFailures ? 500 : 200
}

function headerText(value: string | string[] | undefined): string | null {
  return typeof value === 'string' ? value : null
}

/** PostgreSQL text cannot contain NUL. */
function bodyText(body: unknown): string {
  return typeof body === 'string' ? body.replaceAll('\0', '') : ''
}
