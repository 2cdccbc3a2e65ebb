import fastify, { type FastifyInstance, LogController } from 'fastify'
import { sendFailure } from './http/error-handler.ts'
import type { AppDeps } from './http/handler.ts'
import { addHealth } from './http/health.ts'
import { HttpError } from './http/http-error.ts'
import { arrival, refuseConnection } from './http/malformed-requests.ts'

/** Builds the HTTP server of a background worker, which serves only health, readiness and metrics. */
export function createWorkerApp(services: AppDeps): FastifyInstance {
  const app = fastify({
    logger: { level: services.settings.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    ...arrival,
    clientErrorHandler: refuseConnection,
  })
  app.setErrorHandler(sendFailure)
  app.setNotFoundHandler(async () => {
    throw new HttpError(404, 'not_found', 'Not found: this server runs background work only')
  })
  addHealth(app, services)
  return app
}
