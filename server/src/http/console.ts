import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serverRoot } from '../server-folder.ts'
import { readConsolePage } from './console-page.ts'
import type { AppDeps } from './handler.ts'
import { plainStyle } from './plain-page.ts'
import { HttpError } from './http-error.ts'
import { sha256Hex } from './signature.ts'
import { apiPrefix } from './call-schema.ts'

/** Paths of files; any other path is answered with the console's page. */
const fileName = /\.(?:js|css|map|json|txt|xml|html|php|ico|png|svg|webp|woff2?)$/

/** Adds the console: its configuration, its built files, and its page for every path that is not a file. */
export async function addConsole(app: FastifyInstance, { settings }: AppDeps): Promise<void> {
  app.get('/plain.css', { schema: { hide: true } }, async (_request, reply) => reply.type('text/css').send(plainStyle))
  const built = join(serverRoot(), '../console/dist')
  const page = readConsolePage(built)
  const config = {
    apiBaseUrl: settings.apiBaseUrl,
    hashKey: settings.hashKey,
    accessToken: settings.accessToken,
    additions: settings.apiAdditions,
    demo: settings.demo,
    // The page names its files by content hash, so another page means another release.
    release: sha256Hex(page?.built ?? '').slice(0, 12),
  }
  // For a console hosted elsewhere, and for one that checks for a newer release.
  app.get('/config.json', { schema: { hide: true } }, async () => config)
  if (page === null) return

  await app.register(fastifyStatic, {
    root: join(built, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
  })
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64url')
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', consolePolicy(nonce, apiOrigin(settings.apiBaseUrl)))
      .send(page.at(pathOf(request), config, nonce))
  }
  app.get('/', { schema: { hide: true } }, async (request, reply) => sendPage(request, reply))
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    if (request.url.startsWith(`${apiPrefix}/`) || fileName.test(pathOf(request))) {
      throw new HttpError(404, 'not_found', 'Not found')
    }
    return sendPage(request, reply)
  })
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0] ?? ''
}

/** Origin of an API hosted elsewhere; empty for our own. */
function apiOrigin(apiBaseUrl: string): string {
  return URL.canParse(apiBaseUrl) ? ` ${new URL(apiBaseUrl).origin}` : ''
}

function consolePolicy(nonce: string, api: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' blob:${api}`,
    "font-src 'self'",
    `connect-src 'self'${api}`,
    'frame-src blob:',
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ')
}
