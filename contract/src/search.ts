import { z } from 'zod'
import { call } from './kit/call.ts'
import { text } from './kit/text.ts'

export const search = {
  everything: call({
    method: 'GET',
    path: '/admin/search',
    permission: 'merchants.read',
    effect: 'read',
    summary: 'Records that a text names, for the command palette: merchants by name, e-mail address or id',
    addition: true,
    query: z.object({ text: text(100, 'Type what to look for') }),
    reply: z.object({
      hits: z.array(z.object({ kind: z.enum(['merchant']), id: z.string(), title: z.string(), detail: z.string() })),
    }),
  }),
}
