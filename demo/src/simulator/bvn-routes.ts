import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { chanceOf } from './plan-transfer.ts'
import { personFor, registrationDay } from './people.ts'
import { answer, leaveUnanswered, type SimulatorContext } from './context.ts'

const params = z.object({ bvn: z.string().regex(/^\d{11}$/) })

/** Adds the BVN register: `GET /bvn/{bvn}`. Numbers ending in 00 do not exist. */
export function addBvnRoutes(app: FastifyInstance, world: SimulatorContext): void {
  let requestCount = 0
  app.get('/bvn/:bvn', async (request, reply) => {
    const { data } = params.safeParse(request.params)
    if (data === undefined) return answer(world, reply, { problem: 'A BVN must have 11 digits' }, 400)
    const { registerFailures, registerSilences } = world.behaviour.now
    // Seeded by a request counter, so that a retry may succeed.
    requestCount += 1
    const chance = chanceOf(`register ${requestCount}`)
    if (chance < registerSilences) return leaveUnanswered(reply)
    if (chance < registerSilences + registerFailures) return answer(world, reply, { problem: 'Try again later' }, 503)
    if (data.bvn.endsWith('00')) return answer(world, reply, { ...data, problem: 'Number not found' }, 404)
    return answer(world, reply, recordOf(data.bvn))
  })
}

function recordOf(bvn: string) {
  const person = personFor(`bvn ${bvn}`)
  return {
    bvn,
    ...person,
    registrationDate: registrationDay(bvn, person.dateOfBirth),
    watchListed: chanceOf(`watch list ${bvn}`) < 0.01,
  }
}
