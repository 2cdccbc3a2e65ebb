import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { z } from 'zod'
import { answer, kobo, type SimulatorContext } from './context.ts'

const refund = z.object({
  reference: z.string().min(1).max(100),
  paymentReference: z.string().min(1).max(100),
  amountKobo: kobo,
})
const named = refund.pick({ reference: true })

/**
 * Adds refunds to cards: `POST /acquirer/refunds`, and `/acquirer/refund-status` for their outcome. Refuses more than what is
 * left of a known payment; a repeated reference is the same refund.
 */
export function addCardRefundRoutes(app: FastifyInstance, world: SimulatorContext): void {
  const { pool } = world

  app.post('/acquirer/refunds', async (request, reply) => {
    const { data } = refund.safeParse(request.body)
    if (data === undefined) return answer(world, reply, { problem: 'Invalid refund' }, 400)
    const { reference, paymentReference, amountKobo } = data
    // The demo's history has payments older than the acquirer's book, so only those on record have a limit.
    await pool.query(
      `insert into outside.card_refund (reference, payment_reference, amount_kobo, code)
       select $1::text, $2::text, $3::bigint, case when exists (
         select from outside.card_payment where reference = $2::text and (state <> 'APPROVED' or amount_kobo < $3::bigint + coalesce(
           (select sum(amount_kobo) from outside.card_refund where payment_reference = $2::text and code = '00'), 0))
       ) then '57' else '00' end
       on conflict do nothing`,
      [reference, paymentReference, amountKobo],
    )
    return answer(world, reply, { reference, responseCode: await codeOf(pool, reference) })
  })

  app.post('/acquirer/refund-status', async (request, reply) => {
    const { data } = named.safeParse(request.body)
    if (data === undefined) return answer(world, reply, { problem: 'A refund reference is required' }, 400)
    return answer(world, reply, { ...data, responseCode: await codeOf(pool, data.reference) })
  })
}

async function codeOf(pool: pg.Pool, reference: string): Promise<string> {
  const { rows } = await pool.query<{ code: string }>('select code from outside.card_refund where reference = $1', [
    reference,
  ])
  return rows[0]?.code ?? '25'
}
