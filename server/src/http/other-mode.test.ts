import { contract } from '@kobo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../testing/app.ts'
import { aMerchant, aWallet } from '../testing/factories.ts'

const { wallets, roles } = contract

let app: TestApp
let walletId: string
beforeAll(async () => {
  app = await startApp()
  walletId = (await aWallet(app.db, await aMerchant(app.db, { mode: 'SANDBOX' }))).id
})
afterAll(() => app.close())

const existsIn = (answer: { text: string }): unknown => JSON.parse(answer.text).existsIn

it('names the other mode in the 404 of a record that exists there', async () => {
  const ada = await app.signIn()
  const answer = await ada.call(wallets.info, { walletId })
  expect([answer.status, answer.code, existsIn(answer)]).toEqual([404, 'not_found', 'SANDBOX'])
  const unknown = await ada.call(wallets.info, { walletId: '01930000-0000-7000-8000-000000000000' })
  expect([unknown.status, existsIn(unknown)]).toEqual([404, undefined])
})

it('does not name the other mode to a role that may not read the record, nor for a write', async () => {
  const ada = await app.signIn()
  const rights = [{ permission: 'merchants.read' as const, maxAmount: null }]
  const created = await ada.call(roles.create, { name: 'Merchants only', about: 'Lists them', rights, reason: 'Test' })
  const bola = await app.signIn({ role: created.data.role.id })
  const hidden = await bola.call(wallets.info, { walletId })
  expect([hidden.status, existsIn(hidden)]).toEqual([403, undefined])
  const written = await ada.call(wallets.disable, { walletId })
  expect([written.status, existsIn(written)]).toEqual([404, undefined])
})
