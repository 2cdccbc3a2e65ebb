import { permissionAreas } from './permission-areas.ts'
import { type GrantedPermission, limitedPermissions, permissions } from './permission.ts'
import type { Right } from './role.ts'

/** Role that every installation has; it cannot be changed, but copied. */
export interface BuiltInRole {
  id: string
  name: string
  about: string
  rights: readonly Right[]
}

const grantable = permissions.filter((permission) => permission !== 'public' && permission !== 'own')
const seenByAuditors = permissionAreas.flatMap(({ see }) => see ?? [])
const seen = seenByAuditors.filter((permission) => permission !== 'audit.read')
const seenWithoutPeople = seen.filter((permission) => permission !== 'people.read')

function rights(granted: readonly GrantedPermission[], maxAmount: number | null = null): Right[] {
  const isLimited = (permission: GrantedPermission) => limitedPermissions.some((limited) => limited === permission)
  return granted.map((permission) => ({ permission, maxAmount: isLimited(permission) ? maxAmount : null }))
}

/** Built-in roles, the most powerful first. Administrators have every right, also those of later releases. */
export const builtInRoles: readonly BuiltInRole[] = [
  { id: 'ADMIN', name: 'Administrator', about: 'Does everything, without limits', rights: rights(grantable) },
  {
    id: 'OPERATIONS',
    name: 'Operations',
    about: 'Works on payouts, cards, refunds, disputes, settlements and services, up to ₦500,000',
    rights: rights(
      [
        ...seen,
        'merchants.freeze',
        'transactions.requery',
        'wallets.write',
        'payouts.write',
        'payouts.decide',
        'cards.write',
        'cards.decide',
        'refunds.write',
        'disputes.write',
        'disputes.decide',
        'settlements.write',
        'services.write',
        'work.write',
        'notes.write',
        'views.share',
      ],
      500_000,
    ),
  },
  {
    id: 'COMPLIANCE',
    name: 'Compliance',
    about: 'Decides on KYC and upgrades, freezes merchants, works on disputes, sees BVN and NIN',
    rights: rights([
      ...seen,
      'merchants.decide',
      'merchants.freeze',
      'wallets.write',
      'wallets.decide',
      'people.reveal',
      'disputes.write',
      'disputes.decide',
      'work.write',
      'notes.write',
      'views.share',
    ]),
  },
  {
    id: 'FINANCE',
    name: 'Finance',
    about: 'Works on settlements, charges, refunds and the ledger, without personal data',
    rights: rights([
      ...seenWithoutPeople,
      'charges.write',
      'refunds.write',
      'settlements.write',
      'ledger.write',
      'work.write',
      'notes.write',
      'views.share',
    ]),
  },
  {
    id: 'SUPPORT',
    name: 'Support',
    about: 'Answers customers, requeries payments, refunds up to ₦20,000',
    rights: rights(
      [
        ...seen,
        'transactions.requery',
        'refunds.write',
        'disputes.write',
        'contact.write',
        'work.write',
        'notes.write',
      ],
      20_000,
    ),
  },
  { id: 'AUDITOR', name: 'Auditor', about: 'Sees everything, changes nothing', rights: rights(seenByAuditors) },
]
