import fastify, { type FastifyInstance, LogController } from 'fastify'
import { sendFailure } from './http/failures.ts'
import type { Services } from './http/handler.ts'
import { addHealth } from './http/health.ts'
import { Refusal } from './http/refusal.ts'
import { arrival, refuseConnection } from './http/unreadable.ts'

/** What a server that only works in the background answers: whether it lives, whether it is ready, and its figures. */
export function createWorkerApp(services: Services): FastifyInstance {
  const app = fastify({
    logger: { level: services.settings.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    ...arrival,
    clientErrorHandler: refuseConnection,
  })
  app.setErrorHandler(sendFailure)
  app.setNotFoundHandler(async () => {
    throw new Refusal(404, 'not_found', 'There is nothing at this address: this server works in the background')
  })
  addHealth(app, services)
  return app
}
