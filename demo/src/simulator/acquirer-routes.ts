import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { postSigned } from '@kobo/server/rails/post-signed'
import {
  bookCardPayment,
  type CardPayment,
  decideCardPayment,
  type DemoCard,
  demoCards,
  findCardPayment,
  noCard,
  recordPaid,
  recordAcknowledgement,
  openAccounts,
  openRefunds,
} from './acquirer-book.ts'
import { answer, kobo, type SimulatorContext } from './context.ts'

/** Server that the acquirer notifies of payments, and pays. */
export interface AcquirersClient {
  url(): string
  secret: string
}

const presentable = { ...demoCards, none: noCard }

const payment = z.object({
  mode: z.string(),
  reference: z.string().min(1).max(100),
  amountKobo: kobo,
  narration: z.string().max(500),
  returnUrl: z.string().max(2000),
})
const named = z.object({ reference: z.string() })
const presented = named.extend({ card: z.enum(['approved', 'declined', 'silent', 'none'] satisfies DemoCard[]) })
const outcomeReply = z.object({ data: z.object({ outcome: z.string() }) })

/**
 * Adds the acquirer: `POST /acquirer/payments` and `/acquirer/status` for its client, `GET /acquirer/payments/{reference}` and
 * `POST /acquirer/cards` for the page where payers enter a card, `POST /acquirer/pay-out` for its end of day.
 */
export function addAcquirerRoutes(app: FastifyInstance, world: SimulatorContext, client: AcquirersClient | null): void {
  const { pool } = world

  app.post('/acquirer/payments', async (request, reply) => {
    const { data } = payment.safeParse(request.body)
    if (data === undefined) return answer(world, reply, { problem: 'Invalid payment' }, 400)
    await bookCardPayment(pool, data)
    return answer(world, reply, { reference: data.reference, payUrl: `/demo/acquirer/${data.reference}` })
  })

  app.post('/acquirer/status', async (request, reply) => {
    const { data } = named.safeParse(request.body)
    if (data === undefined) return answer(world, reply, { problem: 'A payment reference is required' }, 400)
    const found = await findCardPayment(pool, data.reference)
    return answer(world, reply, { reference: data.reference, ...(found ? outcomeOf(found) : { outcome: 'UNKNOWN' }) })
  })

  app.get<{ Params: { reference: string } }>('/acquirer/payments/:reference', async (request, reply) => {
    const found = await findCardPayment(pool, request.params.reference)
    if (!found) return reply.code(404).send({ problem: 'Payment not found' })
    const { amountKobo, narration, returnUrl, state } = found
    return { amountKobo: String(amountKobo), narration, returnUrl, state }
  })

  app.post('/acquirer/cards', async (request, reply) => {
    const { data } = presented.safeParse(request.body)
    if (data === undefined) return answer(world, reply, { problem: 'Unknown card' }, 400)
    const card = presentable[data.card]
    const found = await findCardPayment(pool, data.reference)
    if (!found) return answer(world, reply, { problem: 'Payment not found' }, 404)
    const costKobo = card.state === 'APPROVED' ? costOf(found.amountKobo) : null
    const decided = await decideCardPayment(pool, data.reference, { ...card, costKobo })
    // A failed notification is repeated by the next payout.
    if (decided && client && data.card !== 'silent') await reportOutcome(world, client, decided).catch(() => {})
    return answer(world, reply, { state: decided?.state ?? found.state, returnUrl: found.returnUrl })
  })

  app.post('/acquirer/pay-out', async () => (client ? await payOut(world, client) : { paid: 0 }))
}

/**
 * Sends outstanding notifications, then pays out all credited and unpaid payments: one sum per mode, net of refunds to cards.
 */
export async function payOut(world: SimulatorContext, client: AcquirersClient): Promise<{ paid: number }> {
  const { untold } = await openAccounts(world.pool)
  for (const cardPayment of untold) await reportOutcome(world, client, cardPayment)
  const { unpaid } = await openAccounts(world.pool)
  const refunds = await openRefunds(world.pool)
  for (const mode of new Set(unpaid.map((cardPayment) => cardPayment.mode))) {
    const some = unpaid.filter((cardPayment) => cardPayment.mode === mode)
    const acceptedForm = thatFit(
      refunds.filter((cardPayment) => cardPayment.mode === mode),
      some.reduce((sum, { amountKobo, costKobo }) => sum + amountKobo - (costKobo ?? 0n), 0n),
    )
    const reference = `ACQ-${randomUUID().slice(0, 18).toUpperCase()}`
    await call(client, 'payments', {
      mode,
      reference,
      items: some.map((cardPayment) => ({
        reference: cardPayment.reference,
        amountKobo: String(cardPayment.amountKobo),
        costKobo: String(cardPayment.costKobo ?? 0n),
      })),
      refunds: acceptedForm.map((cardPayment) => ({
        reference: cardPayment.reference,
        amountKobo: String(cardPayment.amountKobo),
      })),
    })
    await recordPaid(
      world.pool,
      [...some, ...acceptedForm].map((cardPayment) => cardPayment.reference),
      reference,
    )
  }
  return { paid: unpaid.length }
}

/** Returns the oldest refunds that fit into a payout; the others wait for the next one. */
function thatFit<T extends { amountKobo: bigint }>(refunds: readonly T[], roomKobo: bigint): T[] {
  let leftKobo = roomKobo
  return refunds.filter(({ amountKobo }) => {
    if (amountKobo > leftKobo) return false
    leftKobo -= amountKobo
    return true
  })
}

async function reportOutcome(
  { pool }: SimulatorContext,
  client: AcquirersClient,
  reported: CardPayment,
): Promise<void> {
  const { mode, reference } = reported
  const reply = outcomeReply.parse(await call(client, 'outcomes', { mode, reference, ...outcomeOf(reported) }))
  if (reported.state === 'APPROVED') await recordAcknowledgement(pool, reference, reply.data.outcome === 'CREDITED')
}

async function call(client: AcquirersClient, path: string, content: object): Promise<unknown> {
  const { secret } = client
  const reply = await postSigned(`${client.url()}/rails/acquirer/${path}`, content, { secret, timeoutMs: 30_000 })
  if (!reply.ok) throw new Error(`The acquirer received ${reply.status}: ${await reply.text()}`)
  return await reply.json()
}

function outcomeOf({ state, amountKobo, scheme, lastFour, code }: CardPayment): object {
  if (state === 'APPROVED') return { outcome: state, amountKobo: String(amountKobo), card: { scheme, lastFour } }
  return state === 'OPEN' ? { outcome: state } : { outcome: state, code }
}

/** Acquirer's fee: 0.6 %, at most 1,000 naira. */
function costOf(amountKobo: bigint): bigint {
  const share = (amountKobo * 6n) / 1000n
  return share > 100_000n ? 100_000n : share
}
