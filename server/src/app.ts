import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import { contract } from '@kobo/contract'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { areas } from './areas.ts'
import type { Demo } from './demo.ts'
import { addConsole } from './http/console.ts'
import { addDocumentation, describeRoutes } from './http/documentation.ts'
import { sendFailure } from './http/error-handler.ts'
import { addFileRoute } from './http/file-route.ts'
import type { AppDeps } from './http/handler.ts'
import { addHealth } from './http/health.ts'
import { refuseOtherHosts } from './http/allowed-hosts.ts'
import { addOutbox } from './http/outbox.ts'
import { HttpError, tooManyRequests } from './http/http-error.ts'
import { addRoutes } from './http/routes.ts'
import { sha256Hex } from './http/signature.ts'
import { refuseConnection, sendNowhere } from './http/malformed-requests.ts'
import { arrival, limitArrival } from './http/request-arrival.ts'
import { beginRequest, traceRequests } from './http/trace-requests.ts'
import { addPayPages } from './hosted-checkout/pay-routes.ts'
import { addStatementPages } from './hosted-checkout/statement-pages.ts'
import type { Settings } from './settings.ts'
import { addSignedRoutes } from './signed-api/routes.ts'
import { traceForLog } from './tracing.ts'

const bodyLimitBytes = 256 * 1024
const urlLimit = 8192

/** Builds the whole HTTP server, without listening. */
export async function createApp(services: AppDeps, demo: Demo | null = null): Promise<FastifyInstance> {
  const { settings } = services
  const app: FastifyInstance = fastify({
    logger: {
      ...logOf(settings),
      serializers: { req: (request) => ({ method: request.method, path: pathOf(request.url ?? '') }) },
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: beginRequest,
    bodyLimit: bodyLimitBytes,
    trustProxy: settings.trustedProxies.length > 0 ? settings.trustedProxies : false,
    ...arrival,
    forceCloseConnections: 'idle',
    frameworkErrors: (_error, request, reply) => sendNowhere(app, request, reply),
    clientErrorHandler: refuseConnection,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(sendFailure)
  traceRequests(app)
  limitArrival(app)
  readJson(app)
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: pathOf(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    if (!reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    }
  })

  await app.register(cookie)
  await app.register(helmet, {
    contentSecurityPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    strictTransportSecurity: settings.publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    crossOriginResourcePolicy: { policy: settings.allowedOrigins.length > 0 ? 'same-site' : 'same-origin' },
  })
  app.addHook('onRequest', async (request) => {
    if ((request.raw.url?.length ?? 0) > urlLimit) throw new HttpError(413, 'too_large', 'The address is too long')
  })
  refuseOtherHosts(app, settings)
  if (settings.allowedOrigins.length > 0) {
    await app.register(cors, {
      origin: settings.allowedOrigins,
      credentials: true,
      exposedHeaders: ['x-mode', 'retry-after', 'x-session-idle-seconds', 'x-session-seconds'],
    })
  }
  await app.register(rateLimit, {
    max: settings.limits.perAddress,
    timeWindow: '1 minute',
    errorResponseBuilder: (_request, limit) =>
      tooManyRequests('Too many requests. Wait a moment', Math.ceil(limit.ttl / 1000)),
  })
  app.setNotFoundHandler({ preValidation: app.rateLimit() }, async () => {
    throw new HttpError(404, 'not_found', 'Not found')
  })
  await describeRoutes(app)
  if (settings.exposeDocs) addDocumentation(app)
  await app.register(async (scope) => addRoutes(scope, services, contract, areas))
  await addSignedRoutes(app, services)
  addHealth(app, services)
  addFileRoute(app, services)
  if (settings.demo) addOutbox(app, services)
  const demoBank = demo === null ? null : await demo.addPages(app, services)
  await addPayPages(app, services, demoBank)
  addStatementPages(app, services)
  await addConsole(app, services)
  return app
}

/** Parses JSON bodies and stores the hash of their bytes, which the caller has signed. */
function readJson(app: FastifyInstance): void {
  app.decorateRequest('bodySha256Hex', null)
  app.decorateRequest('signature', null)
  app.decorateRequest('uploads', null)
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    request.bodySha256Hex = sha256Hex(body)
    if (body.length === 0) done(null, undefined)
    else void parse(request, body.toString('utf8'), done)
  })
}

/** An error of PostgreSQL has the values of a row, and so personal data, in its detail and its context. */
function logOf({ logLevel }: Settings) {
  return { level: logLevel, mixin: traceForLog, redact: { paths: ['err.detail', 'err.where'], remove: true } }
}

function pathOf(url: string): string {
  return url.split('?')[0] ?? ''
}

/** Builds the HTTP server of a background worker, which serves only health, readiness and metrics. */
export function createWorkerApp(services: AppDeps): FastifyInstance {
  const app = fastify({
    logger: logOf(services.settings),
    logController: new LogController({ disableRequestLogging: true }),
    ...arrival,
    clientErrorHandler: refuseConnection,
  })
  limitArrival(app)
  app.setErrorHandler(sendFailure)
  app.setNotFoundHandler(async () => {
    throw new HttpError(404, 'not_found', 'Not found: this server runs background work only')
  })
  addHealth(app, services)
  return app
}
