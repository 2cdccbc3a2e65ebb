import { z } from 'zod'
import { nairaAmount } from './naira.ts'
import { permissions } from './permission.ts'

const grantable = permissions.filter((permission) => permission !== 'public' && permission !== 'own')

/** Right of a role: a permission, and the largest naira amount that one action may move. Null is no limit. */
export const right = z.object({
  permission: z.enum(grantable, 'Unknown permission'),
  maxAmount: nairaAmount.nullish(),
})

export type Right = z.infer<typeof right>

/** Instant at which a guest's access ends; null for no end. */
export const accessEnd = z.iso
  .datetime({ offset: true, error: 'The end must be an instant, such as 2026-11-26T18:00:00Z' })
  .nullish()
