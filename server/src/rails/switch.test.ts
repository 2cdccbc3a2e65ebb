import { json } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { startStubServer, type LooseServer } from '../testing/stub-server.ts'
import { openIdentity } from './identity.ts'
import { newSessionId } from './session-id.ts'
import { openSwitch, type Transfer } from './switch.ts'

const sessionId = newSessionId(new Date('2026-11-20T12:00:00Z'), 7)
const party = { name: 'ADEYEMI OLUMIDE', accountNumber: '0123456785', bankCode: '000013' }
const mode = 'SANDBOX'
const transfer: Transfer = {
  mode,
  sessionId,
  amountKobo: 9_007_199_254_740_993n,
  originator: party,
  beneficiary: party,
  narration: 'Rent',
}
const approved = JSON.stringify({ sessionId, responseCode: '00' })

let server: LooseServer | undefined

afterEach(async () => {
  await server?.close()
})

/** Sends a transfer to a switch that responds with `answer`. */
async function transferAgainst(respond: Parameters<typeof startStubServer>[0]) {
  server = await startStubServer(respond)
  return openSwitch({ url: server.url, timeoutMs: 1500 }).transfer('NIP', transfer)
}

describe('switch client', () => {
  it('sends the exact amount and keeps only the listed fields of the response', async () => {
    let received: unknown
    server = await startStubServer(async (request, response) => {
      received = await json(request)
      response.end(JSON.stringify({ sessionId, responseCode: '00', feeKobo: '2688', extra: { kept: true } }))
    })
    const exchange = await openSwitch({ url: `${server.url}/`, timeoutMs: 2000, secret: 's3cret' }).transfer(
      'ETRANZACT',
      transfer,
    )
    expect(received).toEqual({ ...transfer, amountKobo: '9007199254740993' })
    expect(exchange).toEqual({
      code: '00',
      problem: null,
      feeKobo: 2688n,
      request: received,
      response: { sessionId, responseCode: '00', feeKobo: '2688', extra: '[redacted]' },
    })
    expect(server.requests[0]?.url).toBe('/etranzact/transfer')
    expect(server.requests[0]?.headers.authorization).toBe('Bearer s3cret')
  })

  it('sends the mode with every request', async () => {
    const received: unknown[] = []
    server = await startStubServer(async (request, response) => {
      received.push(await json(request))
      response.end(approved)
    })
    const client = openSwitch({ url: server.url, timeoutMs: 2000 })
    const account = { sessionId, bankCode: '000013', accountNumber: '0123456785' }
    await client.nameEnquiry('NIP', { mode, ...account })
    await client.transfer('NIP', { ...transfer, mode: 'PRODUCTION' })
    await client.status('NIP', { mode, sessionId })
    expect(received).toEqual([
      { mode, ...account },
      expect.objectContaining({ mode: 'PRODUCTION', sessionId }),
      { mode, sessionId },
    ])
  })

  const bodies: readonly (readonly [string, string, string])[] = [
    ['no JSON', '<html>502</html>', 'unreadable'],
    ['half an answer', approved.slice(0, -4), 'unreadable'],
    ['nothing', '', 'unreadable'],
    ['a list', '["00"]', 'unreadable'],
    ['an answer without a code', JSON.stringify({ sessionId }), 'unreadable'],
    ['a code that is a number', JSON.stringify({ sessionId, responseCode: 0 }), 'unreadable'],
    ['a code with a sentence around it', JSON.stringify({ sessionId, responseCode: '00 approved' }), 'unreadable'],
    ['an answer for nobody', JSON.stringify({ responseCode: '00' }), 'unreadable'],
    [
      "another payment's answer",
      JSON.stringify({ sessionId: newSessionId(new Date(), 8), responseCode: '51' }),
      'another session',
    ],
    ['an answer that no database keeps', JSON.stringify({ sessionId, responseCode: '00', x: '\0' }), 'unreadable'],
    ['half a character', `{"sessionId":"${sessionId}","responseCode":"00","x":"\\ud800"}`, 'unreadable'],
    ['a flood', JSON.stringify({ sessionId, responseCode: '00', x: 'y'.repeat(70_000) }), 'unreadable'],
  ]
  it.each(bodies)('treats %s as an undecided payment', async (_name, body, problem) => {
    expect(await transferAgainst((_request, response) => response.end(body))).toMatchObject({ code: null, problem })
  })

  it('treats a response with an HTTP error status as undecided', async () => {
    for (const status of [302, 400, 404, 500, 503]) {
      const exchange = await transferAgainst((_request, response) => {
        response.writeHead(status, { location: '/elsewhere' }).end(approved.replace('00"', '51"'))
      })
      expect(exchange).toMatchObject({ code: null, problem: `status ${status}`, response: { sessionId } })
      expect(server?.requests).toHaveLength(1)
      await server?.close()
    }
  })

  it('reports a timeout when the response never starts or never ends', async () => {
    expect(await transferAgainst(() => {})).toMatchObject({ code: null, problem: 'timeout', response: null })
    await server?.close()
    const dripping = await transferAgainst((_request, response) => response.write(approved.slice(0, 20)))
    expect(dripping).toMatchObject({ code: null, problem: 'timeout', response: null })
  })

  it('reports a lost connection before or within the response', async () => {
    const cut = { code: null, problem: 'connection lost', response: null }
    expect(await transferAgainst((request) => request.socket.resetAndDestroy())).toMatchObject(cut)
    await server?.close()
    const halfway = await transferAgainst((request, response) => {
      response.writeHead(200, { 'content-length': '500' }).write(approved, () => request.socket.destroy())
    })
    expect(halfway).toMatchObject(cut)
  })

  it('reports an unreachable switch', async () => {
    const closedServer = await startStubServer(() => {})
    await closedServer.close()
    const query = { mode, sessionId } as const
    const exchange = await openSwitch({ url: closedServer.url, timeoutMs: 1000 }).status('NIP', query)
    expect(exchange).toEqual({ code: null, problem: 'unreachable', request: query, response: null })
  })

  it('keeps a response whose fee cannot be read', async () => {
    const exchange = await transferAgainst((_request, response) =>
      response.end(JSON.stringify({ sessionId, responseCode: '00', feeKobo: 26.88 })),
    )
    expect(exchange).toMatchObject({ code: '00', problem: null })
    expect(exchange.feeKobo).toBeUndefined()
  })

  it('returns an account holder only with code 00', async () => {
    server = await startStubServer((_request, response) =>
      response.end(JSON.stringify({ sessionId, responseCode: '08', accountName: 'SOMEBODY ELSE' })),
    )
    const enquiry = { mode, sessionId, bankCode: '000013', accountNumber: '0123456785' } as const
    const result = await openSwitch({ url: server.url, timeoutMs: 1000 }).nameEnquiry('NIP', enquiry)
    expect(result).toMatchObject({ code: '08', accountName: null, problem: null })
  })
})

describe('BVN register client', () => {
  const bvn = '22123456789'
  const enquire = async (status: number, body: unknown) => {
    server = await startStubServer((_request, response) => response.writeHead(status).end(JSON.stringify(body)))
    const respond = await openIdentity({ url: server.url, timeoutMs: 1500 }).findBvn(bvn)
    await server.close()
    return respond
  }
  const record = {
    bvn,
    firstName: 'Adaeze',
    middleName: null,
    lastName: 'Okonkwo',
    dateOfBirth: '1990-02-28',
    registrationDate: '2015-06-01',
    watchListed: false,
  }

  it('returns the record of a number or reports that the register has none', async () => {
    expect(await enquire(200, record)).toEqual({ found: true, record })
    expect(await enquire(404, { bvn, problem: 'Number not found' })).toEqual({ found: false })
  })

  it('rejects a record of another number, an invalid record and a missing page', async () => {
    expect(await enquire(200, { ...record, bvn: '22123456780' })).toEqual({ problem: 'unreadable' })
    expect(await enquire(200, { ...record, dateOfBirth: '1990-02-30' })).toEqual({ problem: 'unreadable' })
    expect(await enquire(404, { message: 'Not Found' })).toEqual({ problem: 'status 404' })
    expect(await enquire(503, {})).toEqual({ problem: 'status 503' })
  })

  it('sends no request for an invalid BVN', async () => {
    server = await startStubServer((_request, response) => response.end('{}'))
    const identity = openIdentity({ url: server.url, timeoutMs: 1500 })
    for (const odd of ['', '2212345678', '../../behaviour', '2212345678a']) {
      expect(await identity.findBvn(odd)).toEqual({ found: false })
    }
    expect(server.requests).toHaveLength(0)
  })
})
