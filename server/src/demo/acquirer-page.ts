import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { nairaText } from '../engine/naira-text.ts'
import { escapeHtml, plainPage } from '../http/plain-page.ts'
import { Refusal } from '../http/refusal.ts'

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
        const buttons = cards.map(
          ([name, card, outcome]) => `<form method="post" action="${folder}/${encodeURIComponent(reference)}/${name}">
<button>Pay with ${escapeHtml(card)}</button> <small>${escapeHtml(outcome)}</small></form>`,
        )
        return reply
          .type('text/html; charset=utf-8')
          .header('content-security-policy', "default-src 'none'; style-src 'self'; frame-ancestors 'none'")
          .send(
            plainPage(
              'Demo acquirer',
              `<p>${escapeHtml(nairaText(amountKobo))}${narration ? ` for ${escapeHtml(narration)}` : ''}</p>
<p>Each card of the demo decides what happens.</p>${buttons.join('')}
<p><a href="${escapeHtml(returnUrl)}">Back without paying</a></p>`,
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
