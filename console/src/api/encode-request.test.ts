import { contract } from '@kobo/contract'
import { expect, it } from 'vitest'
import { encodeRequest } from './encode-request.ts'

/** A server that accepts our additions to the published calls. */
const ours = { additions: true }

it('sends the query in the contract’s order, independent of the request’s order', () => {
  expect(encodeRequest(contract.merchants.list, { search: 'ade & co', size: 100, page: 1 }, ours)).toEqual({
    path: '/merchant?page=1&size=100&search=ade+%26+co',
    body: undefined,
  })
})

it('LIST-18 omits empty query values', () => {
  expect(encodeRequest(contract.merchants.list, { page: 1, verified: '', search: undefined }, ours).path).toBe(
    '/merchant?page=1',
  )
})

it('puts keys that are not in the query into the body, and sends no body when the call has none', () => {
  expect(encodeRequest(contract.session.changeMode, { mode: 'SANDBOX' }, ours)).toEqual({
    path: '/admin/mode',
    body: '{"mode":"SANDBOX"}',
  })
  expect(encodeRequest(contract.session.logout, {}, ours).body).toBeUndefined()
})

it('omits keys outside the published catalogue when the server does not accept additions', () => {
  const request = { page: 1, search: 'ade', status: 'ACTIVE' }
  expect(encodeRequest(contract.cards.list, request, ours).path).toBe('/card?page=1&status=ACTIVE&search=ade')
  expect(encodeRequest(contract.cards.list, request, { additions: false }).path).toBe('/card?page=1&status=ACTIVE')
})
