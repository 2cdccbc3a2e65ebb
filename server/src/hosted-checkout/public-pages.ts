import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asRefusal } from '../http/error-handler.ts'
import { escapeHtml } from '../http/plain-page.ts'

const bodyLimitBytes = 2048

/** Pages for people who are not signed in, without scripts: what they send is a form, and what fails is told on a page. */
export async function addPublicPages(app: FastifyInstance, add: (scope: FastifyInstance) => void): Promise<void> {
  await app.register(async (scope) => {
    readForms(scope)
    scope.setErrorHandler((error, request, reply) => sendProblem(error, request, reply))
    add(scope)
  })
}

/** A page as the payer's side of the product looks. */
export function publicPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow">
<link rel="stylesheet" href="/pay.css"></head><body><main>${body}</main></body></html>`
}

/** Whatever is sent is read as a form: what is none lacks its fields. */
function readForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  const options = { parseAs: 'string', bodyLimit: bodyLimitBytes } as const
  scope.addContentTypeParser('*', options, async (_request: FastifyRequest, body: string) =>
    Object.fromEntries(new URLSearchParams(body)),
  )
}

const titles: Record<number, string> = { 404: 'There is nothing to pay here' }

function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { statusCode, message, more } = asRefusal(error)
  if (statusCode >= 500) request.log.error({ err: error }, 'a payment page failed')
  if (more.retryAfterSeconds !== undefined) reply.header('retry-after', String(more.retryAfterSeconds))
  const title = titles[statusCode] ?? 'This payment was not sent'
  return sendPage(reply.code(statusCode), problemPage(title, message, statusCode === 404 ? null : pathOf(request)))
}

/** Sends a page that loads nothing but its style, and that nobody finds by searching. */
export function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return (
    reply
      .type('text/html; charset=utf-8')
      // The acquirer's page stands elsewhere.
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'self'; form-action 'self' https:; base-uri 'none'; frame-ancestors 'none'",
      )
      .header('x-robots-tag', 'noindex, nofollow')
      .send(html)
  )
}

/** Where the page stands that a request is about: its button for cards stands below it. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0]?.replace(/\/card$/, '') ?? ''
}

/** A page that says why there is nothing to be paid, or why it could not be. */
function problemPage(title: string, why: string, back: string | null): string {
  const way = back === null ? '' : `<p><a class="button quiet" href="${escapeHtml(back)}">Back to the payment</a></p>`
  return publicPage(title, `<header><h1>${escapeHtml(title)}</h1></header><p class="what">${escapeHtml(why)}</p>${way}`)
}
