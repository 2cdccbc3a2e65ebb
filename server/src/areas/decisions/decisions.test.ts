import { contract } from '@kobo/contract'
import type { Mode } from '@kobo/contract/kit/mode'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aMerchant, anUpgrade, aWallet, aWalletAccount, aWalletUpgrade } from '../../testing/factories.ts'
import { mailTo } from '../../testing/mails.ts'
import { eventsOf, withEndpoint } from '../../testing/payouts.ts'

const { audit, decisions, merchants, merchantUpgrades, walletUpgrades } = contract

let app: TestApp
let ada: Client
let bola: Client
beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
  ada = await app.signIn({ firstName: 'Adaeze' })
  bola = await app.signIn({ firstName: 'Bola' })
})
afterAll(() => app.close())

let count = 0

/** Merchant with addresses of its own and a webhook. */
async function aReachableMerchant(fields: Parameters<typeof aMerchant>[1] = {}, to = app) {
  count += 1
  const [email, ownerEmail] = [`desk${count}@adire.test`, `owner${count}@adire.test`]
  const merchant = await aMerchant(to.db, { email, owner_email: ownerEmail, ...fields })
  await withEndpoint(to.db, to.services.seal, merchant.id, 'simulator:/hooks/decisions')
  return { ...merchant, ownerEmail }
}

const mailsTo = (email: string) =>
  app.db.selectFrom('outbox_mail').select(['subject', 'text']).where('to_address', '=', email).execute()
const recipients = async (merchantId: string) => (await ada.call(decisions.recipients, { merchantId })).data
const notifiedBy = async (merchantId: string, client = ada) => {
  const { data } = await client.call(audit.recordHistory, { recordType: 'merchant', recordId: merchantId })
  return data.history.flatMap(({ changes }) => changes.filter(({ field }) => field === 'Notified by'))
}

describe('a decision on the KYC', () => {
  it('notifies merchant and owner of an approval without its reason', async () => {
    const merchant = await aReachableMerchant({ business_name: 'Kano Grains' })
    const reason = 'The watch list names another person'
    expect((await ada.call(merchants.approve, { merchantId: merchant.id, reason })).status).toBe(200)
    const subject = 'The KYC of Kano Grains was approved'
    const mail = await mailTo(app, merchant.email, subject)
    expect(mail.text).toContain('Hello Kano Grains,')
    expect(await mailTo(app, merchant.ownerEmail, subject)).toEqual(mail)
    const events = await eventsOf(app.db, merchant.id)
    expect(events).toMatchObject([{ event: 'merchant.kyc_approved', data: { decidedAt: expect.any(String) } }])
    expect(JSON.stringify([mail, events])).not.toContain(reason)
    expect(await notifiedBy(merchant.id)).toEqual([
      { field: 'Notified by', from: null, to: 'Email, Email to the owner, Webhook' },
    ])
  })

  it('notifies merchant and owner of a refusal with its reason, also of a second one', async () => {
    const merchant = await aReachableMerchant({ business_name: 'Jos Foods' })
    const decline = (reason: string) => ada.call(merchants.decline, { merchantId: merchant.id, reason })
    await decline('The certificate\ncannot be read')
    const subject = 'The KYC of Jos Foods was declined'
    const mail = await mailTo(app, merchant.email, subject)
    expect(mail.text).toContain('for this reason:\n\nThe certificate\ncannot be read\n\nYou can correct this')
    expect(await mailTo(app, merchant.ownerEmail, subject)).toEqual(mail)
    await app.db.updateTable('merchant').set({ verified: 'SUBMITTED' }).where('id', '=', merchant.id).execute()
    app.clock.advance(1000)
    await decline('Still blurred')
    await expect.poll(async () => (await mailsTo(merchant.email)).length).toBe(2)
    expect(await eventsOf(app.db, merchant.id)).toMatchObject([
      { event: 'merchant.kyc_declined', data: { reason: 'The certificate\ncannot be read' } },
      { event: 'merchant.kyc_declined', data: { reason: 'Still blurred' } },
    ])
  })

  it('notifies once when operators decide concurrently, and with one key when one of them clicks twice', async () => {
    const merchant = await aReachableMerchant()
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        n % 2 === 0
          ? ada.call(merchants.approve, { merchantId: merchant.id }, { headers: { 'idempotency-key': merchant.id } })
          : bola.call(merchants.decline, { merchantId: merchant.id, reason: 'No' }),
      ),
    )
    const { verified } = await app.db
      .selectFrom('merchant')
      .select('verified')
      .where('id', '=', merchant.id)
      .executeTakeFirstOrThrow()
    expect(replies.some(({ status }) => status === 200)).toBe(true)
    const outcome = verified === 'ACCEPTED' ? 'approved' : 'declined'
    await mailTo(app, merchant.email, outcome)
    await mailTo(app, merchant.ownerEmail, outcome)
    // A mail that is queued later arrives later.
    const last = await aReachableMerchant()
    await ada.call(merchants.approve, { merchantId: last.id })
    await mailTo(app, last.ownerEmail, 'approved')
    expect(await mailsTo(merchant.email)).toHaveLength(1)
    expect(await mailsTo(merchant.ownerEmail)).toHaveLength(1)
    expect((await eventsOf(app.db, merchant.id)).map(({ event }) => event)).toEqual([`merchant.kyc_${outcome}`])
  })

  it('notifies nobody of an approval that is refused', async () => {
    const merchant = await aReachableMerchant({ verified: 'ACCEPTED' })
    expect((await ada.call(merchants.approve, { merchantId: merchant.id })).status).toBe(409)
    expect(await eventsOf(app.db, merchant.id)).toEqual([])
  })

  it('sends one email if the owner has the address of the merchant', async () => {
    const merchant = await aReachableMerchant({ email: 'Same@adire.test', owner_email: ' same@ADIRE.test ' })
    expect(await recipients(merchant.id)).toMatchObject({ email: 'Same@adire.test', ownerEmail: null })
    await ada.call(merchants.approve, { merchantId: merchant.id })
    expect(await notifiedBy(merchant.id)).toMatchObject([{ to: 'Email, Webhook' }])
  })

  it('is made although nobody can be notified', async () => {
    const merchant = await aMerchant(app.db, { email: ' ', owner_email: null })
    expect(await recipients(merchant.id)).toEqual({
      businessName: merchant.business_name,
      email: null,
      ownerEmail: null,
      hasWebhook: false,
    })
    expect((await ada.call(merchants.decline, { merchantId: merchant.id, reason: 'No' })).status).toBe(200)
    expect([await notifiedBy(merchant.id), await eventsOf(app.db, merchant.id)]).toEqual([[], []])
  })

  it('is made although the mail server is down', async () => {
    const cut = await startApp({ jobs: 'running', settings: { smtpUrl: 'smtp://127.0.0.1:1' } })
    const operator = await cut.signIn()
    const merchant = await aReachableMerchant({}, cut)
    expect((await operator.call(merchants.approve, { merchantId: merchant.id })).status).toBe(200)
    expect((await operator.call(merchants.info, { merchantId: merchant.id })).data.merchant.verified).toBe('ACCEPTED')
    await cut.close()
  })

  it.each<Mode>(['PRODUCTION', 'SANDBOX'])(
    'notifies the merchant of the mode %s, not that of the other',
    async (mode) => {
      const operator = await app.signIn({ mode })
      const merchant = await aReachableMerchant({ mode })
      const other = await aReachableMerchant({ mode: mode === 'SANDBOX' ? 'PRODUCTION' : 'SANDBOX' })
      const decide = (merchantId: string) => operator.call(merchants.decline, { merchantId, reason: 'No' })
      expect((await decide(merchant.id)).status).toBe(200)
      expect((await decide(other.id)).status).toBe(404)
      expect((await operator.call(decisions.recipients, { merchantId: other.id })).status).toBe(404)
      await mailTo(app, merchant.email, 'declined')
      expect(await eventsOf(app.db, merchant.id)).toMatchObject([{ event: 'merchant.kyc_declined' }])
      expect([await mailsTo(other.email), await eventsOf(app.db, other.id)]).toEqual([[], []])
    },
  )
})

describe('a decision on an upgrade', () => {
  it('notifies a merchant, not its owner, of one that is approved and of one that is declined', async () => {
    const merchant = await aReachableMerchant({ verified: 'ACCEPTED', business_name: 'Eko Bakery' })
    const [approved, declined] = [await anUpgrade(app.db, merchant), await anUpgrade(app.db, merchant)]
    const reason = 'Blurred papers'
    await ada.call(merchantUpgrades.approve, { upgradeId: approved.id, reason: 'A colleague vouches for it' })
    app.clock.advance(1000)
    await ada.call(merchantUpgrades.decline, { upgradeId: declined.id, reason })
    await mailTo(app, merchant.email, 'The upgrade of Eko Bakery was approved')
    expect((await mailTo(app, merchant.email, 'The upgrade of Eko Bakery was declined')).text).toContain(reason)
    const events = await eventsOf(app.db, merchant.id)
    expect(events).toMatchObject([
      { event: 'merchant.upgrade_approved', data: { upgradeId: approved.id, businessType: 'REGISTERED' } },
      { event: 'merchant.upgrade_declined', data: { upgradeId: declined.id, reason } },
    ])
    expect(JSON.stringify([events, await mailsTo(merchant.email)])).not.toContain('vouches')
    expect(await mailsTo(merchant.ownerEmail)).toEqual([])
  })

  it('notifies the merchant of the tier that a wallet has now, and of one that is rejected', async () => {
    const merchant = await aReachableMerchant({ verified: 'ACCEPTED' })
    const wallet = await aWallet(app.db, merchant, {
      account_name: 'Chidi Okafor',
      bvn: '22987654321',
      nin: '70498765432',
    })
    await aWalletAccount(app.db, wallet)
    const approved = await aWalletUpgrade(app.db, wallet)
    const reason = 'The slip cannot be read'
    expect((await ada.call(walletUpgrades.approve, { requestId: approved.id })).status).toBe(200)
    app.clock.advance(1000)
    const rejected = await aWalletUpgrade(app.db, wallet)
    expect((await ada.call(walletUpgrades.reject, { requestId: rejected.id, reason })).status).toBe(200)
    await mailTo(app, merchant.email, 'The wallet of Chidi Okafor is now at tier 2')
    expect((await mailTo(app, merchant.email, 'Tier 2 of the wallet of Chidi Okafor was rejected')).text).toContain(
      reason,
    )
    const about = { walletId: wallet.id, name: 'Chidi Okafor', tier: 2 }
    expect(await eventsOf(app.db, merchant.id)).toMatchObject([
      { event: 'wallet.tier_approved', data: { requestId: approved.id, ...about } },
      { event: 'wallet.tier_rejected', data: { requestId: rejected.id, ...about, reason } },
    ])
  })
})
