import { transferRoutes } from '@kobo/contract/kit/transfer-route'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Route } from '@kobo/server/rails/switch'
import { bookPayment, findPayment, readBook } from './book.ts'
import { personFor } from './people.ts'
import { nameEnquiryFate, planFor } from './plan-transfer.ts'
import { nameEnquiryResponse, noRecordResponse, paymentResponse, transferFeesKobo } from './switch-answers.ts'
import { answer, kobo, leaveUnanswered, type SimulatorContext } from './context.ts'

const duplicateCodes: Record<Route, string> = { NIP: '94', ETRANZACT: '26' }

const sessionId = z.string().regex(/^\d{30}$/)
const accountNumber = z.string().regex(/^\d{10}$/)
const bankCode = z.string().regex(/^\d{6}$/)
const party = z.object({ name: z.string().max(200), accountNumber, bankCode })
const nameEnquiry = z.object({ sessionId, bankCode, accountNumber })
const statusQuery = z.object({ sessionId })

const transfer = z.object({
  sessionId,
  amountKobo: kobo,
  originator: party,
  beneficiary: party,
  narration: z.string().max(500),
})

/** Adds the two switches, each under its own path, and `GET /book?since=&limit=` for reconciliation. */
export function addSwitchRoutes(app: FastifyInstance, world: SimulatorContext): void {
  for (const route of transferRoutes) addSwitch(app, world, route)

  const question = z.object({
    since: z.coerce.date().default(new Date(0)),
    limit: z.coerce.number().int().default(10_000),
  })
  app.get('/book', async (request, reply) => {
    const { data } = question.safeParse(request.query)
    if (data === undefined) return reply.code(400).send({ problem: 'since must be a timestamp' })
    return readBook(world.pool, data.since, data.limit)
  })
}

function addSwitch(app: FastifyInstance, world: SimulatorContext, route: Route): void {
  const folder = `/${route.toLowerCase()}`
  const formatError = { sessionId: '', responseCode: '30' }

  app.post(`${folder}/name-enquiry`, async (request, reply) => {
    const { data } = nameEnquiry.safeParse(request.body)
    if (data === undefined) return answer(world, reply, formatError)
    const fate = nameEnquiryFate(data.bankCode, data.accountNumber, world.behaviour.now)
    if (fate === 'silent') return leaveUnanswered(reply)
    return answer(world, reply, nameEnquiryResponse(data, fate === 'found' ? holderOf(data) : null))
  })

  app.post(`${folder}/transfer`, async (request, reply) => {
    const { data } = transfer.safeParse(request.body)
    if (data === undefined) return answer(world, reply, formatError)
    const { settlesAfterMs } = world.behaviour.now
    const { booked, answered } = planFor(data.sessionId, data.beneficiary, world.behaviour.now)
    const respond = (code: string) =>
      answer(world, reply, paymentResponse({ ...data, code, feeKobo: transferFeesKobo[route] }))
    if (booked !== null) {
      const feeKobo = booked === '00' ? transferFeesKobo[route] : 0n
      const secretForMs = answered === null || answered === booked ? 0 : settlesAfterMs
      const fresh = await bookPayment(world.pool, { ...data, route, code: booked, feeKobo, secretForMs })
      if (!fresh) return respond(duplicateCodes[route])
    }
    if (answered === null) return leaveUnanswered(reply)
    return respond(answered)
  })

  app.route({
    method: ['GET', 'POST'],
    url: `${folder}/status`,
    handler: async (request, reply) => {
      const { data } = statusQuery.safeParse(request.method === 'GET' ? request.query : request.body)
      if (data === undefined) return answer(world, reply, formatError)
      const payment = await findPayment(world.pool, route, data.sessionId)
      if (payment === undefined) return answer(world, reply, noRecordResponse(data.sessionId))
      const code = payment.told ? payment.code : '09'
      return answer(world, reply, paymentResponse({ ...data, ...payment, code }))
    },
  })
}

/** Returns the holder's name in capitals and surname first, as banks do. */
function holderOf(account: { bankCode: string; accountNumber: string }): string {
  const { lastName, firstName, middleName } = personFor(`account ${account.bankCode} ${account.accountNumber}`)
  return `${lastName} ${firstName} ${middleName}`.toUpperCase()
}
