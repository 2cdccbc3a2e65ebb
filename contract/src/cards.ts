import { z } from 'zod'
import { call } from './kit/call.ts'
import { id } from './kit/id.ts'

export const cards = {
  setUp: call({
    method: 'POST',
    path: '/card/setup',
    permission: 'cards.write',
    effect: 'write',
    summary: 'Let a merchant issue cards; there is no way back',
    body: z.strictObject({ merchantId: id('merchant') }),
    reply: z.object({}),
  }),
}
