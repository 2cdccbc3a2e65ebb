import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

const share = z.number().min(0).max(1)
const milliseconds = z.number().int().min(0).max(600_000)

/** What can become of a transfer: see `Plan`. */
export const fates = ['approved', 'refused', 'approvedButSilent', 'silent', 'unknown'] as const
export type Fate = (typeof fates)[number]

const behaviour = z.strictObject({
  /** Before every answer. */
  latencyMs: milliseconds,
  /** Weights: a fate that is not named does not happen. */
  transfers: z.partialRecord(z.enum(fates), z.number().min(0)),
  /** How long a transfer that was answered with an unknown code stays unknown. */
  settlesAfterMs: milliseconds,
  /** Of those, the share that is refused in the end. */
  settlesRefused: share,
  /** Banks, by the central bank's code, that transfers never reach and that answer none. */
  silentBanks: z.array(z.string()),
  /** The share of accounts that nobody holds. */
  nameFailures: share,
  /** The share of questions to the register that are answered with 503. */
  registerFailures: share,
  /** The share of questions to the register that are never answered. */
  registerSilences: share,
  /** The share of webhook attempts that are answered with 500. */
  hookFailures: share,
  /** The share of webhook attempts that are never answered. */
  hookSilences: share,
})

/** How the outside world behaves. */
export type Behaviour = z.infer<typeof behaviour>

/** Everything works at once: what a simulator does unless told otherwise. */
export const calm: Behaviour = {
  latencyMs: 0,
  transfers: { approved: 1 },
  settlesAfterMs: 0,
  settlesRefused: 0,
  silentBanks: [],
  nameFailures: 0,
  registerFailures: 0,
  registerSilences: 0,
  hookFailures: 0,
  hookSilences: 0,
}

/** A usual day, as the demo has it. */
export const everyday: Behaviour = {
  latencyMs: 120,
  transfers: { approved: 940, refused: 35, unknown: 15, approvedButSilent: 5, silent: 5 },
  settlesAfterMs: 20_000,
  settlesRefused: 0.2,
  silentBanks: [],
  nameFailures: 0.02,
  registerFailures: 0.01,
  registerSilences: 0.005,
  hookFailures: 0.04,
  hookSilences: 0.01,
}

export interface BehaviourBox {
  now: Behaviour
}

/** `GET /behaviour` tells how the world behaves, `PUT /behaviour` changes what its body names. */
export function addBehaviourRoutes(app: FastifyInstance, box: BehaviourBox): void {
  app.get('/behaviour', async () => box.now)
  app.put('/behaviour', async (request, reply) => {
    const { data, error } = behaviour.partial().safeParse(request.body)
    if (data === undefined) return reply.code(400).send({ problem: z.prettifyError(error) })
    box.now = { ...box.now, ...data }
    return box.now
  })
}
