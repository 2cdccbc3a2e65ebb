import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

const share = z.number().min(0).max(1)
const milliseconds = z.number().int().min(0).max(600_000)

/** Possible fates of a transfer, see `Plan`. */
export const transferOutcomes = ['approved', 'refused', 'approvedButSilent', 'silent', 'unknown'] as const
export type TransferOutcome = (typeof transferOutcomes)[number]

const behaviour = z.strictObject({
  /** Delay before every response. */
  latencyMs: milliseconds,
  /** Weights: a missing fate does not occur. */
  transfers: z.partialRecord(z.enum(transferOutcomes), z.number().min(0)),
  /** How long a transfer with an unknown response code stays unknown. */
  settlesAfterMs: milliseconds,
  /** Share of those that is refused in the end. */
  settlesRefused: share,
  /** CBN codes of banks that transfers never reach and that never respond. */
  silentBanks: z.array(z.string()),
  /** Share of accounts that do not exist. */
  nameFailures: share,
  /** Share of requests to the BVN register that return 503. */
  registerFailures: share,
  /** Share of requests to the BVN register without a response. */
  registerSilences: share,
  /** Share of webhook attempts that return 500. */
  hookFailures: share,
  /** Share of webhook attempts without a response. */
  hookSilences: share,
})

/** Behaviour of the external services. */
export type Behaviour = z.infer<typeof behaviour>

/** Everything works without delay: the simulator's default. */
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

/** Typical behaviour, used by the demo. */
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

/** Adds `GET /behaviour`, which returns the behaviour, and `PUT /behaviour`, which changes the fields in its body. */
export function addBehaviourRoutes(app: FastifyInstance, box: BehaviourBox): void {
  app.get('/behaviour', async () => box.now)
  app.put('/behaviour', async (request, reply) => {
    const { data, error } = behaviour.partial().safeParse(request.body)
    if (data === undefined) return reply.code(400).send({ problem: z.prettifyError(error) })
    box.now = { ...box.now, ...data }
    return box.now
  })
}
