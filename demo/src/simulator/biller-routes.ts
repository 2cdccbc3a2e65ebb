import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { z } from 'zod'
import { planFor } from './plan-transfer.ts'
import { answer, kobo, leaveUnanswered, type SimulatorContext } from './context.ts'

const named = z.object({ sessionId: z.string().regex(/^\d{30}$/) })
const bill = named.extend({
  mode: z.string(),
  biller: z.string().min(1).max(60),
  customer: z.string().min(1).max(60),
  amountKobo: kobo,
})
const formatError = { sessionId: '', responseCode: '30' }

/** Arbitrary unique number; billers that start concurrently on one database wait for each other on it. */
const lockNumber = 7_403_112_642

/** Creates the billers' table if missing. */
export async function openBillerBook(pool: pg.Pool): Promise<void> {
  await pool.query(`
    select pg_advisory_xact_lock(${lockNumber});
    create table if not exists outside.bill (
      session_id text primary key,
      mode text not null,
      biller text not null,
      customer text not null,
      amount_kobo bigint not null check (amount_kobo > 0),
      code text not null,
      told_from timestamptz not null,
      created_at timestamptz not null default clock_timestamp()
    )`)
}

/**
 * Adds the billers: `POST /billers/payments` and `/billers/status`. They treat a bill as the switches treat a transfer: the
 * last three digits of the customer's number choose its fate as those of an account do.
 */
export function addBillerRoutes(app: FastifyInstance, world: SimulatorContext): void {
  const { pool } = world

  app.post('/billers/payments', async (request, reply) => {
    const { data } = bill.safeParse(request.body)
    if (data === undefined) return answer(world, reply, formatError)
    const { sessionId, mode, biller, customer, amountKobo } = data
    const { now } = world.behaviour
    const { booked, answered } = planFor(sessionId, { accountNumber: customer, bankCode: biller }, now)
    if (booked !== null) {
      const secretForMs = answered === null || answered === booked ? 0 : now.settlesAfterMs
      const { rowCount } = await pool.query(
        `insert into outside.bill (session_id, mode, biller, customer, amount_kobo, code, told_from)
         values ($1, $2, $3, $4, $5, $6, clock_timestamp() + $7 * interval '1 ms') on conflict do nothing`,
        [sessionId, mode, biller, customer, amountKobo, booked, secretForMs],
      )
      if (rowCount === 0) return answer(world, reply, { sessionId, responseCode: '94' })
    }
    if (answered === null) return leaveUnanswered(reply)
    return answer(world, reply, { sessionId, responseCode: answered })
  })

  app.post('/billers/status', async (request, reply) => {
    const { data } = named.safeParse(request.body)
    if (data === undefined) return answer(world, reply, formatError)
    const { rows } = await pool.query<{ code: string }>(
      `select case when told_from <= clock_timestamp() then code else '09' end as code
       from outside.bill where session_id = $1`,
      [data.sessionId],
    )
    return answer(world, reply, { ...data, responseCode: rows[0]?.code ?? '25' })
  })
}
