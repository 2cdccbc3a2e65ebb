import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type pg from 'pg'
import { z } from 'zod'
import type { BehaviourBox } from './behaviour.ts'

/** Shared context of the simulated services. */
export interface SimulatorContext {
  pool: pg.Pool
  behaviour: BehaviourBox
}

/** Amount in a request, as text. */
export const kobo = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(BigInt)

/** Responds after the configured latency. */
export async function answer(world: SimulatorContext, reply: FastifyReply, body: object, status = 200) {
  const { latencyMs } = world.behaviour.now
  // An open connection keeps the process alive. Once it is cut, there is no need to wait.
  if (latencyMs > 0) await sleep(latencyMs, undefined, { ref: false })
  return reply.code(status).send(body)
}

/** Leaves the connection open without a response until either side ends it. */
export function leaveUnanswered(reply: FastifyReply): FastifyReply {
  return reply.hijack()
}
