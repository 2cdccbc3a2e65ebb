import { contract } from '@kobo/contract'
import { failure } from '@kobo/contract/kit/envelope'
import { afterEach, describe, expect, it } from 'vitest'
import { newWebhookSecret } from '../rails/webhooks.ts'
import type { Settings } from '../settings.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { aFundedMerchant, ownAccount, withEndpoint } from '../testing/payouts.ts'
import { sendSigned } from '../testing/signed-callers.ts'
import { signedFlood } from '../testing/signed-flood.ts'

let app: TestApp
afterEach(() => app.close())

async function start(limits: Partial<Settings['limits']>): Promise<void> {
  const generous = { perAddress: 1000, perSession: 1000, auth: 1000, perSigner: 1000, unsigned: 1000 }
  app = await startApp({ rails: 'running', settings: { limits: { ...generous, ...limits } } })
}

/** Creates a merchant with its signing secret. */
async function aSigner() {
  const { id: merchantId } = await aFundedMerchant(app.db, 1_000_000n)
  const secret = await withEndpoint(app.db, app.services.seal, merchantId, 'simulator:/hooks/signed')
  return { merchantId, secret }
}

/** Sends a call that is verified, and then rejected for its content. */
const call = (as: { merchantId: string; secret: string }, bend: object = {}) =>
  sendSigned(app, 'merchants/moves', {}, { ...as, ...bend })

describe('limits of signed calls', () => {
  it('accepts calls of the switch while wrongly signed ones from its address are limited', async () => {
    await start({ perAddress: 10, unsigned: 5 })
    const { id } = await aFundedMerchant(app.db, 1_000_000n)
    const { account_number: accountNumber } = await ownAccount(app.db, id)
    const { right, wrong } = await signedFlood(app, { accountNumber, perSecond: 100, wrongPerSecond: 20, seconds: 1 })
    expect(right).toEqual({ 200: 100 })
    expect(wrong).toEqual({ 401: 5, 429: 15 })
    const credited = app.db.selectFrom('transaction').select('id').where('merchant_id', '=', id)
    expect(await credited.where('reference', 'like', 'COL-%').execute()).toHaveLength(100)
    // Nor do they count against the limit of browsers at this address.
    const browser = await app.call(contract.session.login, { email: 'x@demo.test', password: 'wrong one' })
    expect(browser.status).toBe(400)
  })

  it('limits calls per signer and not per address', async () => {
    await start({ perSigner: 3 })
    const [first, second] = [await aSigner(), await aSigner()]
    for (let turn = 0; turn < 3; turn++) expect((await call(first)).status).toBe(400)
    const over = await call(first)
    expect([over.status, failure.parse(over.said).code]).toEqual([429, 'too_many_requests'])
    expect((await call(second)).status).toBe(400)
  })

  it('counts unauthenticated failures by address and never against the named merchant', async () => {
    const failing = {
      unsigned: { headers: { 'webhook-signature': '' } },
      old: { atMs: Date.now() - 3_600_000 },
      'signed by another': { secret: newWebhookSecret() },
      'from nobody': { merchantId: crypto.randomUUID() },
      large: { text: 'x'.repeat(300_000) },
      'no JSON': { headers: { 'content-type': 'text/csv' } },
    }
    await start({ unsigned: Object.keys(failing).length, perSigner: 2 })
    const signer = await aSigner()
    const statuses = []
    for (const bend of [...Object.values(failing), ...Object.values(failing)]) {
      statuses.push((await call(signer, bend)).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 413, 400, 429, 429, 429, 429, 429, 429])
    for (let turn = 0; turn < 2; turn++) expect((await call(signer)).status).toBe(400)
  })

  it('counts a signed call with an invalid body for its signer', async () => {
    await start({ unsigned: 1 })
    const signer = await aSigner()
    for (let turn = 0; turn < 3; turn++) {
      const unreadable = await sendSigned(app, 'merchants/moves', { ['__proto__']: 1 }, signer)
      expect(unreadable.status).toBe(400)
    }
  })
})
