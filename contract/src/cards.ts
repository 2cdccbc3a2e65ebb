import { z } from 'zod'
import { call } from './kit/call.ts'
import { id } from './kit/text.ts'

export const cards = {
  setUp: call({
    method: 'POST',
    path: '/card/setup',
    permission: 'cards.write',
    summary: 'Let a merchant issue cards; there is no way back',
    body: z.strictObject({ merchantId: id('Merchant is required') }),
    reply: z.object({}),
  }),
}
