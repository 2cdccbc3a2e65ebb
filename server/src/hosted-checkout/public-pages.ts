import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asHttpError } from '../http/error-handler.ts'
import { escapeHtml } from '../http/plain-page.ts'

const bodyLimitBytes = 2048

/** Adds pages without sign-in and scripts: input is a form, and failures are shown on a page. */
export async function addPublicPages(app: FastifyInstance, add: (scope: FastifyInstance) => void): Promise<void> {
  await app.register(async (scope) => {
    readForms(scope)
    scope.setErrorHandler((error, request, reply) => sendProblem(error, request, reply))
    add(scope)
  })
}

/** Renders a page in the style of the hosted checkout. */
export function publicPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow">
<link rel="stylesheet" href="/pay.css"></head><body><main>${body}</main></body></html>`
}

/** Parses any body as a form; a body in another format lacks the form's fields. */
function readForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  const options = { parseAs: 'string', bodyLimit: bodyLimitBytes } as const
  scope.addContentTypeParser('*', options, async (_request: FastifyRequest, body: string) =>
    Object.fromEntries(new URLSearchParams(body)),
  )
}

const titles: Record<number, string> = { 404: 'Payment not found' }

function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { statusCode, message, more } = asHttpError(error)
  if (statusCode >= 500) request.log.error({ err: error }, 'a payment page failed')
  if (more.retryAfterSeconds !== undefined) reply.header('retry-after', String(more.retryAfterSeconds))
  const title = titles[statusCode] ?? 'This payment was not sent'
  return sendPage(reply.code(statusCode), problemPage(title, message, statusCode === 404 ? null : pathOf(request)))
}

/** Sends a page that loads only its stylesheet and is not indexed by search engines. */
export function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return (
    reply
      .type('text/html; charset=utf-8')
      // The acquirer's page is on another origin.
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'self'; form-action 'self' https:; base-uri 'none'; frame-ancestors 'none'",
      )
      .header('x-robots-tag', 'noindex, nofollow')
      .send(html)
  )
}

/** Returns the path of a request's payment page; the card button posts to a path below it. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0]?.replace(/\/card$/, '') ?? ''
}

/** Renders the reason why there is nothing to pay, or why payment failed. */
function problemPage(title: string, reason: string, returnUrl: string | null): string {
  const way =
    returnUrl === null ? '' : `<p><a class="button quiet" href="${escapeHtml(returnUrl)}">Back to the payment</a></p>`
  return publicPage(
    title,
    `<header><h1>${escapeHtml(title)}</h1></header><p class="what">${escapeHtml(reason)}</p>${way}`,
  )
}
