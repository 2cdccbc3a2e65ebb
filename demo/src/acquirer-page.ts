import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { formatNaira } from '@kobo/server/engine/format-naira'
import { escapeHtml } from '@kobo/server/http/plain-page'
import { HttpError } from '@kobo/server/http/http-error'
import { addPublicPages, publicPage, sendPage } from '@kobo/server/hosted-checkout/public-pages'
import { demoCards } from './simulator/acquirer-book.ts'

const payment = z.object({
  amountKobo: z.string().transform(BigInt),
  narration: z.string(),
  returnUrl: z.string(),
  state: z.string(),
})
const decided = z.object({ returnUrl: z.string() })
const folder = '/demo/acquirer'
const hidden = { schema: { hide: true } }
const timeoutMs = 40_000

/** Registers the simulated acquirer's payment page. Payers choose a demo card; there is no field for a card number. */
export async function addAcquirerPage(app: FastifyInstance, simulatorUrl: string): Promise<void> {
  const requestPage = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${simulatorUrl}/acquirer/${path}`, {
      ...init,
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new HttpError(404, 'not_found', 'This payment or card does not exist.')
    return await response.json()
  }
  await addPublicPages(app, (scope) => {
    scope.get<{ Params: { reference: string } }>(`${folder}/:reference`, hidden, async (request, reply) => {
      const reference = encodeURIComponent(request.params.reference)
      const found = payment.parse(await requestPage(`payments/${reference}`))
      if (found.state !== 'OPEN') return reply.redirect(found.returnUrl, 303)
      return sendPage(reply, cardPage(`${folder}/${reference}`, found))
    })
    scope.post<{ Params: { reference: string; card: string } }>(
      `${folder}/:reference/:card`,
      hidden,
      async (request, reply) => {
        const headers = { 'content-type': 'application/json' }
        const response = await requestPage('cards', { method: 'POST', headers, body: JSON.stringify(request.params) })
        return reply.redirect(decided.parse(response).returnUrl, 303)
      },
    )
  })
}

function cardPage(path: string, { amountKobo, narration }: z.output<typeof payment>): string {
  const buttons = Object.entries(demoCards).map(
    ([name, { scheme, lastFour, fate }]) => `<form method="post" action="${path}/${name}">
<button class="button">Pay with ${scheme} ending ${lastFour}</button><p>This card is ${fate}.</p></form>`,
  )
  return publicPage(
    'Demo acquirer',
    `<header><p>The card page of the</p><h1>Demo acquirer</h1></header>
<p class="amount">${formatNaira(amountKobo)}</p><p class="what">${escapeHtml(narration)}</p>
<section>${buttons.join('')}</section>
<section><form method="post" action="${path}/none"><button class="button quiet">Back without paying</button></form></section>`,
  )
}
