import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type pg from 'pg'
import type { BehaviourBox } from './behaviour.ts'

/** What every part of the outside world works with. */
export interface OutsideWorld {
  pool: pg.Pool
  behaviour: BehaviourBox
}

/** Answers after the usual delay. */
export async function answer(world: OutsideWorld, reply: FastifyReply, body: object, status = 200) {
  const { latencyMs } = world.behaviour.now
  // Whoever waits has a connection, which keeps the process up; once it is cut, nothing is worth waiting for.
  if (latencyMs > 0) await sleep(latencyMs, undefined, { ref: false })
  return reply.code(status).send(body)
}

/** Leaves the connection open without a word, until the client or the world ends it. */
export function neverAnswer(reply: FastifyReply): FastifyReply {
  return reply.hijack()
}
