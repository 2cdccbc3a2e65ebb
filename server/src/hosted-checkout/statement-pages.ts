import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { lagosTime } from '@kobo/contract/kit/day'
import type { AppDeps } from '../http/handler.ts'
import { escapeHtml, plainPage } from '../http/plain-page.ts'

const tokenForm = /^[\w-]{43}$/

interface LinkCall {
  Params: { token: string }
}

/** Adds the pages of links to statements that were emailed to merchants: they need no session, and end with the link. */
export function addStatementPages(app: FastifyInstance, services: AppDeps): void {
  const { db, files, clock, settings } = services
  // A mail scanner follows links, so that only the files behind the page count as downloads, and a HEAD request as nothing.
  const options = {
    schema: { hide: true },
    exposeHeadRoute: false,
    config: { rateLimit: { max: settings.limits.auth, timeWindow: '1 minute' } },
  }

  app.get<LinkCall>('/statement-link/:token', options, async ({ params: { token } }, reply) => {
    const link = await findLink(services, token)
    if (!link) return sendMissing(reply)
    if (!link.isOpen) return sendEnded(reply)
    const path = `/statement-link/${token}`
    const buttons = [link.pdfFileId !== null && ['pdf', 'PDF'], ['csv', 'CSV']].filter((each) => each !== false)
    const ways = buttons.map(([kind, label]) => `<li><a href="${path}/${kind}" download>Download ${label}</a></li>`)
    return send(
      reply,
      `Statement of ${link.businessName}`,
      `<p>${link.startDay} to ${link.endDay}</p><ul>${ways.join('')}</ul>
<p><small>This link works until ${escapeHtml(lagosTime(new Date(link.expiresAt)))}.</small></p>`,
    )
  })

  for (const kind of ['pdf', 'csv'] as const) {
    app.get<LinkCall>(`/statement-link/:token/${kind}`, options, async ({ params: { token } }, reply) => {
      const link = await findLink(services, token)
      if (!link) return sendMissing(reply)
      const fileId = kind === 'pdf' ? link.pdfFileId : link.csvFileId
      if (!link.isOpen || fileId === null) return sendEnded(reply)
      const file = await db.selectFrom('file').selectAll().where('id', '=', fileId).executeTakeFirst()
      if (file?.status !== 'READY') return sendEnded(reply)
      const bytes = await files.read(file)
      const now = clock().toISOString()
      // Counts only while the link is open, whoever withdraws it meanwhile.
      const { numUpdatedRows } = await db
        .updateTable('statement_link')
        .set((eb) => ({ downloads: eb('downloads', '+', 1), last_download_at: now }))
        .where('message_id', '=', link.messageId)
        .where('withdrawn_at', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) {
        bytes.destroy()
        return sendEnded(reply)
      }
      return safe(reply)
        .type(file.content_type)
        .header('content-length', file.size_bytes)
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
        .send(bytes)
    })
  }
}

interface Link {
  messageId: string
  businessName: string
  startDay: string
  endDay: string
  expiresAt: string
  isOpen: boolean
  /** Null for a long statement, and once the files are deleted. */
  pdfFileId: string | null
  csvFileId: string | null
}

/** Finds a link by the hash of its token, whose comparison tells nothing about the token itself. */
async function findLink({ db, clock }: AppDeps, token: string): Promise<Link | null> {
  if (!tokenForm.test(token)) return null
  const row = await db
    .selectFrom('statement_link as link')
    .innerJoin('record_message as message', 'message.id', 'link.message_id')
    .innerJoin('merchant', 'merchant.id', 'message.merchant_id')
    .leftJoin('statement', 'statement.id', 'link.statement_id')
    .select(['message_id', 'business_name', 'link.start_day', 'link.end_day', 'expires_at', 'withdrawn_at'])
    .select(['pdf_file_id', 'csv_file_id'])
    .where('token_hash', '=', createHash('sha256').update(token).digest('hex'))
    .executeTakeFirst()
  if (!row?.expires_at) return null
  return {
    messageId: row.message_id,
    businessName: row.business_name,
    startDay: row.start_day,
    endDay: row.end_day,
    expiresAt: row.expires_at,
    isOpen: row.withdrawn_at === null && Date.parse(row.expires_at) > clock().getTime(),
    pdfFileId: row.pdf_file_id,
    csvFileId: row.csv_file_id,
  }
}

function sendMissing(reply: FastifyReply): FastifyReply {
  return send(reply.code(404), 'Statement not found', '<p>This link does not exist. Copy all of it from the email.</p>')
}

function sendEnded(reply: FastifyReply): FastifyReply {
  const text = '<p>This link has expired or was withdrawn. Reply to the email to ask for a new one.</p>'
  return send(reply.code(410), 'Statement no longer available', text)
}

function send(reply: FastifyReply, title: string, body: string): FastifyReply {
  return safe(reply)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'")
    .send(plainPage(title, body))
}

/** The address is a secret: it is neither cached, nor indexed, nor passed on. */
function safe(reply: FastifyReply): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex, nofollow')
    .header('referrer-policy', 'no-referrer')
}
