import { expect, it } from 'vitest'
import { recordAddress } from './record-address.ts'

it.each([
  [{ walletId: 'w1' }, '/wallets/w1?request=UPGRADE&requestId=r1'],
  [{ parentId: 'w1' }, '/wallets/w1?request=UPGRADE&requestId=r1'],
  [{ walletId: null, parentId: null }, '/wallets?status=requests&review=r1'],
])('leads from a tier upgrade with %j to %s', (known, address) => {
  expect(recordAddress({ type: 'wallet_upgrade', id: 'r1', ...known })).toBe(address)
})
