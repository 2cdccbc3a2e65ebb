import { afterEach, describe, expect, it } from 'vitest'
import { startStubServer, type LooseServer } from '../testing/stub-server.ts'
import { openAcquirer } from './acquirer.ts'
import { openBillers } from './billers.ts'
import { newSessionId } from './session-id.ts'
import { maskPersonalNumbers, storedResponse } from './stored-response.ts'
import { openSwitch } from './switch.ts'

const sessionId = newSessionId(new Date('2026-11-20T12:00:00Z'), 7)
const mode = 'PRODUCTION'
const bvn = '22123456789'
/** Personal fields that providers add to their responses. */
const personal = { bvn, BVN: Number(bvn), kycLevel: '3', customer: { nin: '61234567890', bvn }, ids: [bvn] }

let server: LooseServer | undefined
afterEach(() => server?.close())

async function startStub(body: object) {
  server = await startStubServer((_request, response) => response.end(JSON.stringify(body)))
  return { url: server.url, timeoutMs: 2000 }
}

describe('stored provider responses', () => {
  it('keeps the account name of a name enquiry without numbers or KYC level of the holder', async () => {
    const echoed = { sessionId, responseCode: '00', bankCode: '000013', accountNumber: '0123456785' }
    const body = {
      ...echoed,
      accountName: `ADA OBI ${bvn}`,
      responseMessage: `Approved for 221 2345 6789`,
      ...personal,
    }
    const enquiry = { mode, sessionId, bankCode: '000013', accountNumber: '0123456785' } as const
    const result = await openSwitch(await startStub(body)).nameEnquiry('NIP', enquiry)
    expect(result).toMatchObject({ code: '00', accountName: 'ADA OBI [redacted]' })
    expect(result.response).toEqual({
      ...echoed,
      accountName: 'ADA OBI [redacted]',
      responseMessage: 'Approved for [redacted]',
      bvn: '[redacted]',
      BVN: '[redacted]',
      kycLevel: '[redacted]',
      customer: '[redacted]',
      ids: '[redacted]',
    })
  })

  it('keeps the amount, fee and reference of a payment although they have eleven digits', async () => {
    const body = { sessionId, responseCode: '00', amountKobo: '22123456789', feeKobo: '2688', reference: 'R-1' }
    const result = await openSwitch(await startStub({ ...body, ...personal })).status('NIP', { mode, sessionId })
    expect(result.response).toMatchObject(body)
    expect(JSON.stringify(result.response)).not.toContain('6123456')
  })

  it("keeps only listed fields of billers and of the acquirer's payments and refunds", async () => {
    const bill = { ...personal, sessionId, responseCode: '00', message: `Meter of ${bvn}` }
    expect((await openBillers(await startStub(bill)).ask(sessionId)).response).toMatchObject({
      responseCode: '00',
      message: 'Meter of [redacted]',
      bvn: '[redacted]',
    })
    await server?.close()
    const card = { scheme: 'Visa', lastFour: '4242', pan: '4111111111111111' }
    const paid = { ...personal, reference: 'CRD-1', outcome: 'APPROVED', amountKobo: '500', card }
    expect((await openAcquirer(await startStub(paid)).ask('CRD-1')).response).toMatchObject({
      outcome: 'APPROVED',
      card: { scheme: 'Visa', lastFour: '4242', pan: '[redacted]' },
      bvn: '[redacted]',
    })
    await server?.close()
    const refunded = { ...personal, reference: 'RF-1', responseCode: '00' }
    expect((await openAcquirer(await startStub(refunded)).askRefund('RF-1')).response).toMatchObject({
      responseCode: '00',
      bvn: '[redacted]',
    })
  })

  it('keeps only listed fields of a response that belongs to another session', async () => {
    const other = { sessionId: newSessionId(new Date(), 8), responseCode: '00', bvn }
    const result = await openSwitch(await startStub(other)).status('NIP', { mode, sessionId })
    expect(result).toMatchObject({ code: null, problem: 'another session', response: { ...other, bvn: '[redacted]' } })
  })

  it('omits unknown field names and limits the number of fields', () => {
    const flood = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`x${'y'.repeat(index % 39)}${index}`, 1]),
    )
    const letters = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`a_${letterOf(index)}`, bvn]))
    const stored = storedResponse({ ...flood, ...letters, [bvn]: 'x', code: '00' }, { code: 'text' })
    expect(Object.keys(stored)).toHaveLength(30)
    expect(stored).toMatchObject({ code: '00' })
    expect(JSON.stringify(stored)).not.toMatch(/\d{3}/)
  })

  it('cuts a long text between characters', () => {
    const stored = storedResponse({ message: '😀'.repeat(150) + 'a'.repeat(100) }, { message: 'text' })
    expect(JSON.stringify(stored)).not.toMatch(/\\ud/)
  })
})

const letterOf = (index: number) => String.fromCodePoint(97 + Math.floor(index / 26), 97 + (index % 26))

it.each([
  [bvn, '[redacted]'],
  ['BVN:22123456789.', 'BVN:[redacted].'],
  ['221-2345-6789 and 61234567890', '[redacted] and [redacted]'],
  ['account 0123456785', 'account 0123456785'],
  [`session ${sessionId}`, `session ${sessionId}`],
  ['at 2026-11-20 12:00:00', 'at 2026-11-20 12:00:00'],
  ['1234567890123', '1234567890123'],
])('masks only the personal numbers of "%s"', (text, masked) => {
  expect(maskPersonalNumbers(text)).toBe(masked)
})
