import type { GrantedPermission } from '@kobo/contract/kit/permission'
import { permissionLabel } from '@kobo/contract/kit/permission-areas'
import { formatNaira } from '../../engine/format-naira.ts'
import { HttpError } from '../../http/http-error.ts'
import type { Rights } from '../../http/rights.ts'

/** Throws a 403 if an action would move more than the operator's role allows. */
export function requireWithinLimit(
  { rights }: { rights: Rights },
  permission: GrantedPermission,
  amountKobo: bigint,
): void {
  const maxKobo = rights.get(permission)?.maxKobo ?? null
  if (maxKobo === null || amountKobo <= maxKobo) return
  throw new HttpError(
    403,
    'above_limit',
    `${formatNaira(amountKobo)} is above the limit of your role, ${formatNaira(maxKobo)}. Ask a colleague with a higher limit`,
  )
}

/** Whether the operator's role limits what one action may move. */
export function isLimited({ rights }: { rights: Rights }, permission: GrantedPermission): boolean {
  return (rights.get(permission)?.maxKobo ?? null) !== null
}

/** Returns the first of these rights that goes beyond others, as a person reads it; undefined if none does. */
export function findExcess(rights: Rights, others: Rights): string | undefined {
  for (const [permission, { maxKobo }] of rights) {
    const held = others.get(permission)
    if (!held) return permissionLabel(permission)
    if (held.maxKobo !== null && (maxKobo === null || maxKobo > held.maxKobo)) {
      return `${permissionLabel(permission)} above ${formatNaira(held.maxKobo)}`
    }
  }
  return undefined
}
