import type { FastifyInstance } from 'fastify'
import type { AppDeps } from './handler.ts'
import { escapeHtml, plainPage } from './plain-page.ts'

const shown = 50

/** Adds the demo's email outbox: `/outbox.json?to=` for programs, `/outbox` for people. */
export function addOutbox(app: FastifyInstance, { db }: AppDeps): void {
  const read = (to: string) =>
    db
      .selectFrom('outbox_mail')
      .select(['id', 'to_address as to', 'subject', 'text', 'created_at as createdAt'])
      .$if(to !== '', (query) => query.where('to_address', '=', to))
      .orderBy('created_at', 'desc')
      .limit(shown)
      .execute()
  app.get<{ Querystring: { to?: unknown } }>('/outbox.json', { schema: { hide: true } }, async (request) =>
    read(addressIn(request.query.to)),
  )
  app.get<{ Querystring: { to?: unknown } }>('/outbox', { schema: { hide: true } }, async (request, reply) => {
    const mails = await read(addressIn(request.query.to))
    const articles = mails.map(
      (mail) => `<article><h3>${escapeHtml(mail.subject)}</h3>
<p><small>to ${escapeHtml(mail.to)}, ${escapeHtml(mail.createdAt)}</small></p><pre>${escapeHtml(mail.text)}</pre></article>`,
    )
    const body = articles.length > 0 ? articles.join('') : '<p>No emails yet.</p>'
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'self'; frame-ancestors 'none'")
      .send(plainPage('Demo outbox', body))
  })
}

function addressIn(to: unknown): string {
  return typeof to === 'string' ? to.trim().toLowerCase() : ''
}
