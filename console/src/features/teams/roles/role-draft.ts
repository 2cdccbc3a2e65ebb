import { type GrantedPermission, limitedPermissions, permissions } from '@kobo/contract/kit/permission'
import { type PermissionArea, permissionAreas, permissionLabel } from '@kobo/contract/kit/permission-areas'
import type { Right } from '@kobo/contract/kit/role'
import type { User } from '@kobo/contract/session'
import { formatNaira } from '../../../money/naira.tsx'

/** Right of a form, whose limit is empty if there is none. */
export interface DraftRight {
  permission: GrantedPermission
  maxAmount: number | ''
}

/** Values of the form of a role. */
export interface RoleValues {
  name: string
  about: string
  rights: DraftRight[]
  reason: string
}

/** Every permission in the order of the matrix. */
const order = permissionAreas.flatMap(permissionsOf)

/** Returns the permissions of an area: to see it, and to act in it. */
export function permissionsOf({ see, act }: PermissionArea): GrantedPermission[] {
  return [...(see ? [see] : []), ...actionsOf({ act })]
}

/** Returns the permissions to act in an area. */
export function actionsOf({ act }: Pick<PermissionArea, 'act'>): GrantedPermission[] {
  return permissions.flatMap((each) => (each !== 'public' && each !== 'own' && each in act ? [each] : []))
}

/** Whether a role may limit the amount that one action moves. */
export function hasLimit(permission: GrantedPermission): boolean {
  return limitedPermissions.some((limited) => limited === permission)
}

export function draftOf(rights: readonly Right[]): DraftRight[] {
  return inOrder(rights.map(({ permission, maxAmount }) => ({ permission, maxAmount: maxAmount ?? '' })))
}

export function rightsOf(draft: readonly DraftRight[]): Right[] {
  return draft.map(({ permission, maxAmount }) => ({ permission, maxAmount: maxAmount === '' ? null : maxAmount }))
}

function inOrder(draft: readonly DraftRight[]): DraftRight[] {
  return draft.toSorted((one, other) => order.indexOf(one.permission) - order.indexOf(other.permission))
}

/** Rights that the operator may give, with their own limits; undefined on a server that does not report them. */
export type OwnRights = User['rights']

/** Returns whether the operator may give a right. */
export function isHeld(own: OwnRights, permission: GrantedPermission): boolean {
  return own === undefined || own.some((right) => right.permission === permission)
}

/** Returns the operator's own limit for a permission; null for none. */
export function ownLimit(own: OwnRights, permission: GrantedPermission): number | null {
  return own?.find((right) => right.permission === permission)?.maxAmount ?? null
}

/**
 * Grants or withdraws a permission. Whoever acts in an area also sees it, so an action is granted with the area, and an area
 * withdrawn with its actions. A new right has the operator's own limit.
 */
export function toggle(draft: readonly DraftRight[], permission: GrantedPermission, own: OwnRights): DraftRight[] {
  const area = permissionAreas.find((each) => permissionsOf(each).includes(permission))
  if (!area) return [...draft]
  if (draft.some((right) => right.permission === permission)) {
    const withdrawn = permission === area.see ? permissionsOf(area) : [permission]
    return draft.filter((right) => !withdrawn.includes(right.permission))
  }
  const granted = [permission, ...(area.see ? [area.see] : [])].filter(
    (each, index, all) => all.indexOf(each) === index && !draft.some((right) => right.permission === each),
  )
  return inOrder([
    ...draft,
    ...granted.map((each) => ({ permission: each, maxAmount: ownLimit(own, each) ?? ('' as const) })),
  ])
}

/** Returns the errors of limits beyond the operator's own, by field. */
export function limitErrors(draft: readonly DraftRight[], own: OwnRights): Record<string, string> {
  return Object.fromEntries(
    draft.flatMap(({ permission, maxAmount }, index) => {
      const most = ownLimit(own, permission)
      if (most === null || (maxAmount !== '' && maxAmount <= most)) return []
      return [[`rights.${index}.maxAmount`, `At most ${formatNaira(most)}, your own limit`]]
    }),
  )
}

/** Returns what differs between two roles, one sentence per right. */
export function changesBetween(before: readonly Right[], after: readonly Right[]): string[] {
  return order.flatMap((permission) => {
    const old = before.find((right) => right.permission === permission)
    const next = after.find((right) => right.permission === permission)
    if (!old && !next) return []
    if (!old) return [`Added: ${permissionLabel(permission)}${hasLimit(permission) ? `, ${limitText(next)}` : ''}`]
    if (!next) return [`Removed: ${permissionLabel(permission)}`]
    if ((old.maxAmount ?? null) === (next.maxAmount ?? null)) return []
    return [`Limit of ${permissionLabel(permission)}: ${limitText(next)} instead of ${limitText(old)}`]
  })
}

/** Returns the limit of a right: `up to ₦20,000.00` or `without limit`. */
export function limitText(right: Right | undefined): string {
  return right?.maxAmount == null ? 'without limit' : `up to ${formatNaira(right.maxAmount)}`
}
