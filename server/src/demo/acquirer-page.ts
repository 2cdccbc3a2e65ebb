import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { nairaText } from '../engine/naira-text.ts'
import { escapeHtml } from '../http/plain-page.ts'
import { Refusal } from '../http/refusal.ts'
import { publicPage } from '../pay/pay-page.ts'

const cards = [
  ['approved', 'Verve ending 0603', 'is approved'],
  ['declined', 'Visa ending 0051', 'is declined: insufficient funds'],
  ['silent', 'Mastercard ending 0068', 'is approved, and the acquirer forgets to say so'],
] as const

const payment = z.object({
  amountKobo: z.string().transform(BigInt),
  narration: z.string(),
  returnUrl: z.string(),
  state: z.string(),
})
const decided = z.object({ returnUrl: z.string() })
const folder = '/demo/acquirer'
const timeoutMs = 40_000

/** The page on which the demo's payers hand their card to the simulated acquirer; it has no field for a number. */
export function addAcquirerPage(app: FastifyInstance, simulatorUrl: string): void {
  void app.register(async (scope) => {
    // Buttons send no field.
    scope.addContentTypeParser('application/x-www-form-urlencoded', { bodyLimit: 1024 }, (_request, body, done) => {
      body.resume()
      done(null, null)
    })
    scope.get<{ Params: { reference: string } }>(
      `${folder}/:reference`,
      { schema: { hide: true } },
      async (request, reply) => {
        const { reference } = request.params
        const found = await fetch(`${simulatorUrl}/acquirer/payments/${encodeURIComponent(reference)}`, {
          signal: AbortSignal.timeout(timeoutMs),
        })
        if (!found.ok) throw new Refusal(404, 'not_found', 'There is no such payment')
        const { amountKobo, narration, returnUrl, state } = payment.parse(await found.json())
        if (state !== 'OPEN') return reply.redirect(returnUrl, 303)
        const page = `${folder}/${encodeURIComponent(reference)}`
        const buttons = cards.map(
          ([name, card, outcome]) => `<form method="post" action="${page}/${name}">
<button class="button">Pay with ${escapeHtml(card)}</button><p>This card ${escapeHtml(outcome)}.</p></form>`,
        )
        return reply
          .type('text/html; charset=utf-8')
          .header('content-security-policy', "default-src 'none'; style-src 'self'; frame-ancestors 'none'")
          .send(
            publicPage(
              'Demo acquirer',
              `<header><p>The card page of the</p><h1>Demo acquirer</h1></header>
<p class="amount">${escapeHtml(nairaText(amountKobo))}</p><p class="what">${escapeHtml(narration)}</p>
<section>${buttons.join('')}</section>
<section><form method="post" action="${page}/none"><button class="button quiet">Back without paying</button></form></section>`,
            ),
          )
      },
    )
    scope.post<{ Params: { reference: string; card: string } }>(
      `${folder}/:reference/:card`,
      { schema: { hide: true } },
      async (request, reply) => {
        const answer = await fetch(`${simulatorUrl}/acquirer/cards`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(request.params),
          signal: AbortSignal.timeout(timeoutMs),
        })
        if (!answer.ok) throw new Refusal(404, 'not_found', 'There is no such payment or card')
        return reply.redirect(decided.parse(await answer.json()).returnUrl, 303)
      },
    )
  })
}
