import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newReference } from '../engine/reference.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { someStaff } from '../testing/dispute-bookkeeping.ts'
import { collected, disputed } from '../testing/disputes.ts'
import { flatImage, image } from '../testing/hostile-files.ts'
import { aFundedMerchant, eventually, withEndpoint } from '../testing/payouts.ts'
import { sendSigned } from '../testing/signed-callers.ts'

const waitMs = 1500
let app: TestApp
let staffId: string
let large: string
let small: string
beforeAll(async () => {
  app = await startApp({ rails: 'running', images: { waitMs } })
  staffId = await app.db.transaction().execute(someStaff)
  large = (await flatImage('webp', { width: 5712, height: 4284 })).toString('base64')
  small = (await image()).toString('base64')
})
afterAll(() => app.close())

interface Disputant {
  merchantId: string
  secret: string
  disputeId: string
}

async function aDisputant(): Promise<Disputant> {
  const { id: merchantId } = await aFundedMerchant(app.db, 1_000_000n)
  const secret = await withEndpoint(app.db, app.services.seal, merchantId, 'http://127.0.0.1:9/')
  const disputeId = await disputed(app.services, await collected(app.services, { merchantId }), { staffId })
  return { merchantId, secret, disputeId }
}

function reply({ merchantId, secret, disputeId }: Disputant, contents: string[], signal?: AbortSignal) {
  const attachments = contents.map((content) => ({ name: 'a.webp', content }))
  const message = { subject: 'Delivered', message: 'See here', attachments }
  const body = { reference: newReference(new Date()), disputeId, ...message }
  return sendSigned(app, 'merchants/disputes/replies', body, { merchantId, secret, ...(signal && { signal }) })
}

const isFull = ({ merchantId }: Disputant) => app.services.images.isFull(`merchant ${merchantId}`)
const messages = async ({ disputeId }: Disputant) =>
  (await app.db.selectFrom('dispute_message').select('id').where('dispute_id', '=', disputeId).execute()).length

/** Sends twice as much as keeps the decoder busy for many seconds; returns a function that disconnects. */
async function keepBusy(disputant: Disputant) {
  const disconnected = new AbortController()
  const calls = [1, 2].map(() => reply(disputant, Array(10).fill(large), disconnected.signal).catch(() => null))
  await eventually(async () => isFull(disputant))
  return async () => {
    disconnected.abort()
    await Promise.all(calls)
  }
}

describe('replies with many images', () => {
  it('limits image replies to two per merchant, with Retry-After for a third, while texts pass', async () => {
    const busy = await aDisputant()
    const hangUp = await keepBusy(busy)
    const third = await reply(busy, [small])
    expect([third.status, third.said['code'], third.retryAfter]).toEqual([429, 'too_many_requests', '10'])
    // Rejected before its body is read, since a wrong signature is detected only afterwards.
    const unsigned = await reply({ ...busy, secret: 'whsec_d3Jvbmc=' }, [large, large])
    expect(unsigned.status).toBe(429)
    expect((await reply(busy, [])).status).toBe(200)
    await hangUp()
  })

  it('cancels image replies when their caller disconnects, so that another merchant is served', async () => {
    const [busy, other] = [await aDisputant(), await aDisputant()]
    const hangUp = await keepBusy(busy)
    await hangUp()
    await eventually(async () => !isFull(busy))
    expect((await reply(other, [small])).status).toBe(200)
    expect(await messages(busy)).toBe(0)
  })

  it('returns 503 with Retry-After to another merchant while the decoder is busy', async () => {
    const [busy, other] = [await aDisputant(), await aDisputant()]
    const hangUp = await keepBusy(busy)
    const late = await reply(other, [small])
    expect([late.status, late.said['code'], late.retryAfter]).toEqual([503, 'unavailable', '10'])
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
    await hangUp()
    expect(await messages(other)).toBe(0)
  })
})
