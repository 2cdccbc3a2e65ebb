import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PartnerRefused, type Partners } from '@kobo/demo/partners'
import { newReference } from '../engine/reference.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { aWallet, aWalletAccount } from '../testing/factories.ts'
import { aSigner, partnersOf } from '../testing/signed-callers.ts'

let app: TestApp
let partners: Partners
beforeAll(async () => {
  app = await startApp({ rails: 'running' })
  partners = partnersOf(app)
})
afterAll(() => app.close())

const reference = () => newReference(new Date())
const bank = { bankCode: '058', accountNumber: '0123456900', accountName: 'Chidi Okafor' }
const opening = (fields: object = {}) => ({
  reference: reference(),
  name: 'Kernel Supplies',
  bank,
  splitType: 'PERCENTAGE',
  splitValue: 12.5,
  ...fields,
})

async function open(merchantId: string, fields: object = {}): Promise<string> {
  return String((await partners.ask(merchantId, 'sub-accounts', opening(fields)))['subAccountId'])
}

describe('sub-accounts of merchants', () => {
  it('creates a sub-account once per reference with its bank and share', async () => {
    const merchant = await aSigner(app)
    const body = opening()
    const first = await partners.ask(merchant.id, 'sub-accounts', body)
    expect(await partners.ask(merchant.id, 'sub-accounts', body)).toEqual(first)
    const rows = await app.db.selectFrom('subaccount').selectAll().where('merchant_id', '=', merchant.id).execute()
    expect(rows).toMatchObject([
      {
        id: first['subAccountId'],
        name: 'Kernel Supplies',
        split_type: 'PERCENTAGE',
        split_value: 1250n,
        bank_code: '058',
        bank_name: 'Guaranty Trust Bank',
        account_number: '0123456900',
        account_name: 'Chidi Okafor',
        mode: 'PRODUCTION',
      },
    ])
  })

  it.each([
    ['a percentage above 100', { splitValue: 100.5 }],
    ['a percentage of three decimals', { splitValue: 0.125 }],
    ['a share of zero', { splitValue: 0 }],
    ['an unknown split type', { splitType: 'HALF' }],
    ['a short account number', { bank: { ...bank, accountNumber: '123' } }],
    ['an unknown field', { note: 'please' }],
    ['an unknown bank', { bank: { ...bank, bankCode: '00000' } }],
  ])('rejects a sub-account with %s', async (_, wrong) => {
    const merchant = await aSigner(app)
    await expect(open(merchant.id, wrong)).rejects.toBeInstanceOf(PartnerRefused)
  })

  it.each([
    ['PERCENTAGE', 1e-9],
    ['PERCENTAGE', 12.500000001],
    ['FLAT', 1e-9],
    ['FLAT', 100.000000001],
  ])('rejects a share of more than two decimals: %s of %d', async (splitType, splitValue) => {
    const merchant = await aSigner(app)
    await expect(open(merchant.id, { splitType, splitValue })).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/must have at most two decimals$/),
    })
  })

  it('splits virtual accounts, checkouts and payment links among their sub-accounts', async () => {
    const merchant = await aSigner(app)
    const split = [await open(merchant.id, { splitType: 'FLAT', splitValue: 10 }), await open(merchant.id)]
    const common = { amount: 1000, split }
    const bodies = [
      ['virtual-accounts', { ...common, accountName: 'Kola Nut' }],
      ['checkouts', { ...common, narration: 'Two crates' }],
      ['payment-links', { ...common, description: 'Two crates' }],
    ] as const
    for (const [call, body] of bodies) {
      const { accountNumber } = await partners.ask(merchant.id, call, { reference: reference(), ...body })
      const parts = await app.db
        .selectFrom('split_part')
        .innerJoin('virtual_account', 'virtual_account.id', 'virtual_account_id')
        .select('subaccount_id')
        .where('account_number', '=', String(accountNumber))
        .orderBy('position')
        .execute()
      expect(parts.map(({ subaccount_id }) => subaccount_id)).toEqual(split)
    }
  })

  it("rejects a sub-account of another merchant or mode, or with a customer's wallet", async () => {
    const [merchant, other] = [await aSigner(app), await aSigner(app, 'SANDBOX')]
    const split = [await open(merchant.id)]
    const body = () => ({ reference: reference(), amount: 1000, accountName: 'Kola Nut', split })
    await expect(partners.ask(other.id, 'virtual-accounts', body())).rejects.toMatchObject({ status: 422 })
    const wallet = await aWallet(app.db, merchant)
    await aWalletAccount(app.db, wallet)
    await expect(
      partners.ask(merchant.id, 'virtual-accounts', { ...body(), walletId: wallet.id }),
    ).rejects.toMatchObject({ status: 422 })
  })

  it('rejects an inactive sub-account in a new split', async () => {
    const [merchant, other] = [await aSigner(app), await aSigner(app)]
    const subAccountId = await open(merchant.id)
    const change = { subAccountId, status: 'INACTIVE' }
    await expect(partners.ask(other.id, 'sub-accounts/status', change)).rejects.toMatchObject({ status: 404 })
    const again = [await partners.ask(merchant.id, 'sub-accounts/status', change)]
    again.push(await partners.ask(merchant.id, 'sub-accounts/status', change))
    expect(again).toEqual([change, change])
    const body = { reference: reference(), amount: 1000, accountName: 'Kola Nut', split: [subAccountId] }
    await expect(partners.ask(merchant.id, 'virtual-accounts', body)).rejects.toMatchObject({ status: 422 })
    await partners.ask(merchant.id, 'sub-accounts/status', { subAccountId, status: 'ACTIVE' })
    expect(await partners.ask(merchant.id, 'virtual-accounts', body)).toHaveProperty('accountNumber')
  })
})
