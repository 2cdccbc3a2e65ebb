import { permissionAreas } from '@kobo/contract/kit/permission-areas'
import { limitedPermissions, permissions } from '@kobo/contract/kit/permission'
import { expect, it } from 'vitest'
import { changesBetween, draftOf, hasLimit, limitErrors, permissionsOf, rightsOf, toggle } from './role-draft.ts'

it('lists every permission that a role may grant once in the matrix', () => {
  const listed = permissionAreas.flatMap(permissionsOf)
  const grantable = permissions.filter((permission) => permission !== 'public' && permission !== 'own')
  expect(listed.toSorted()).toEqual(grantable.toSorted())
  expect(listed.filter(hasLimit).toSorted()).toEqual([...limitedPermissions].toSorted())
})

it('grants an action together with the right to see its area, and withdraws both together', () => {
  const granted = toggle([], 'refunds.write', undefined)
  expect(granted.map(({ permission }) => permission)).toEqual(['refunds.read', 'refunds.write'])
  expect(toggle(granted, 'refunds.write', undefined).map(({ permission }) => permission)).toEqual(['refunds.read'])
  expect(toggle(granted, 'refunds.read', undefined)).toEqual([])
})

it('limits a new right as the operator’s own, and rejects more', () => {
  const own = [{ permission: 'refunds.read' }, { permission: 'refunds.write', maxAmount: 20_000 }]
  const granted = toggle([], 'refunds.write', own)
  expect(granted[1]).toEqual({ permission: 'refunds.write', maxAmount: 20_000 })
  expect(limitErrors(granted, own)).toEqual({})
  for (const maxAmount of ['', 20_000.01] as const) {
    expect(limitErrors([{ permission: 'refunds.write', maxAmount }], own)).toEqual({
      'rights.0.maxAmount': 'At most ₦20,000.00, your own limit',
    })
  }
  expect(limitErrors([{ permission: 'refunds.write', maxAmount: '' }], undefined)).toEqual({})
})

it('keeps the rights of a role through the form', () => {
  const rights = [
    { permission: 'refunds.read', maxAmount: null },
    { permission: 'refunds.write', maxAmount: 5.5 },
  ] as const
  expect(rightsOf(draftOf(rights))).toEqual(rights)
})

it('names added and removed rights and changed limits in words', () => {
  const before = [
    { permission: 'refunds.write', maxAmount: 20_000 },
    { permission: 'contact.write', maxAmount: null },
  ] as const
  const after = [
    { permission: 'refunds.write', maxAmount: null },
    { permission: 'payouts.decide', maxAmount: 5_000 },
    { permission: 'profit.read', maxAmount: null },
  ] as const
  expect(changesBetween(before, after)).toEqual([
    'Added: Payouts: mark as successful or failed, up to ₦5,000.00',
    'Limit of Refunds: refund payments: without limit instead of up to ₦20,000.00',
    'Removed: Contact messages: answer, send messages about records',
    'Added: Profit: see',
  ])
  expect(changesBetween(before, before)).toEqual([])
})
