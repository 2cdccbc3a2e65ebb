import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { AppDeps } from './handler.ts'
import { HttpError } from './http-error.ts'

/** Paths that monitoring requests, under any host name. */
export const healthPaths: readonly string[] = ['/healthz', '/readyz', '/metrics']

/** Adds `/healthz` (the process is alive), `/readyz` (it can serve) and `/metrics` (for Prometheus). */
export function addHealth(app: FastifyInstance, { databaseState, settings, metrics }: AppDeps): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Response time by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'alive' }))
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const state = await databaseState()
    // A busy server needs its requests to end, not another server that would be just as busy.
    const isReady = state === 'ready' || state === 'busy'
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? state : `database ${state}` })
  })
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    if (!settings.exposeMetrics) throw new HttpError(404, 'not_found', 'Not found')
    return reply.type(registry.contentType).send(await Registry.merge([registry, metrics]).metrics())
  })
}
