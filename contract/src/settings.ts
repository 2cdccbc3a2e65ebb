import { z } from 'zod'
import { call } from './kit/call.ts'
import { transferRoutes } from './kit/transfer-route.ts'

export const routeRequired = 'Select a route'

export const settings = {
  transferRoute: call({
    method: 'GET',
    path: '/settings/transfer/route',
    permission: 'settings.read',
    effect: 'read',
    summary: 'Get the switch that payouts of this mode are sent through',
    reply: z.object({
      transferRoute: z.string().nullish(),
      /** Whether the caller may change it; if missing, only an attempt shows it. */
      mayChange: z.boolean().optional(),
    }),
  }),
  changeTransferRoute: call({
    method: 'PATCH',
    path: '/settings/transfer/route',
    permission: 'settings.write',
    effect: 'write',
    summary: 'Set the switch that new payouts of this mode are sent through; those already sent keep theirs',
    body: z.strictObject({ transferRoute: z.enum(transferRoutes, routeRequired) }),
    reply: z.object({}),
  }),
}
