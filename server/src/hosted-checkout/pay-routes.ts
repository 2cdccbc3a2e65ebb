import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Mode } from '@kobo/contract/kit/mode'
import { startCardPayment } from '../engine/card-payments/start-card-payment.ts'
import { parseAmount } from '../engine/bulk/check-item.ts'
import type { AppDeps } from '../http/handler.ts'
import { badRequest, HttpError, unprocessable } from '../http/http-error.ts'
import { newSessionId } from '../rails/session-id.ts'
import { payPage } from './pay-page.ts'
import { payStyle } from './pay-style.ts'
import { findDecline, findPayable, type Named } from './checkout-view.ts'
import { addPublicPages, pathOf, sendPage } from './public-pages.ts'

export interface DemoPayment {
  mode: Mode
  accountNumber: string
  amountKobo: bigint
  /** Idempotency key of the payment. */
  sessionId: string
}

/** Payer's bank, simulated by the demo: it pays through the switch's signed call. */
export interface DemoBank {
  /** Sends a payment; throws a conflict if the session ID was used with another amount. */
  pay(payment: DemoPayment): Promise<void>
}

const sessionId = z.string().regex(/^\d{30}$/)
const form = z.object({ amount: z.string(), sessionId })

/** Adds the public script-free pages where a payment link or checkout is paid: by card, and in the demo by its own bank. */
export async function addPayPages(app: FastifyInstance, services: AppDeps, bank: DemoBank | null): Promise<void> {
  app.get('/pay.css', { schema: { hide: true } }, async (_request, reply) => reply.type('text/css').send(payStyle))
  await addPublicPages(app, (scope) => {
    addPage(scope, '/pay/:code', { services, bank, nameOf: ({ code }) => ({ code: code ?? '' }) })
    addPage(scope, '/pay/checkout/:id', { services, bank, nameOf: ({ id }) => ({ checkoutId: id ?? '' }) })
  })
}

interface PayRoute {
  services: AppDeps
  bank: DemoBank | null
  nameOf: (params: Partial<Record<string, string>>) => Named
}

interface PayCall {
  Params: Partial<Record<string, string>>
  Querystring: { payment?: unknown; card?: unknown }
}

function addPage(scope: FastifyInstance, url: string, { services, bank, nameOf }: PayRoute): void {
  const { db, clock, settings, jobs, outside, delays } = services
  const find = async (request: FastifyRequest<PayCall>) => {
    const payable = await findPayable(db, nameOf(request.params), clock())
    if (!payable) throw new HttpError(404, 'not_found', 'Ask the sender of this link for the correct one.')
    return payable
  }
  scope.get<PayCall>(url, { schema: { hide: true } }, async (request, reply) => {
    const payable = await find(request)
    const { data: sent } = sessionId.safeParse(request.query.payment)
    const declined = sent === undefined ? null : await findDecline(db, payable, sent)
    const demo = bank && { sessionId: newSessionId(clock()) }
    const card = { isTaken: outside.acquirer !== null, isBack: request.query.card !== undefined }
    return sendPage(reply, payPage({ payable, path: pathOf(request), declined, card, demo }))
  })
  const rateLimit = { max: settings.limits.auth, timeWindow: '1 minute' }
  scope.post<PayCall>(`${url}/card`, { schema: { hide: true }, config: { rateLimit } }, async (request, reply) => {
    const { checkoutId } = await find(request)
    const returnUrl = `${settings.publicUrl}${pathOf(request)}?card=back`
    const started = await startCardPayment(
      { db, jobs, acquirer: outside.acquirer, delays },
      { checkoutId, at: clock() },
      returnUrl,
    )
    if ('reason' in started) throw unprocessable(started.reason)
    return reply.redirect(started.payUrl, 303)
  })
  if (!bank) return
  scope.post<PayCall>(url, { schema: { hide: true }, config: { rateLimit } }, async (request, reply) => {
    const { mode, account } = await find(request)
    const { data: formData } = form.safeParse(request.body)
    if (!formData) throw badRequest('This form could not be read.')
    const amountKobo = parseAmount(formData.amount)
    if (amountKobo === null || amountKobo === 0n) {
      throw badRequest('Enter the amount in naira with at most two decimals, such as 5,000.00.')
    }
    await bank.pay({ mode, accountNumber: account.number, amountKobo, sessionId: formData.sessionId })
    // Redirects to a GET of the outcome, so that a reload does not pay again.
    return reply.redirect(`${pathOf(request)}?payment=${formData.sessionId}`, 303)
  })
}
