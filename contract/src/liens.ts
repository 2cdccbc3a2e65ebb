import { z } from 'zod'
import { call } from './kit/call.ts'
import { choice } from './kit/choice.ts'
import { filterDay } from './kit/day.ts'
import { filterId, id } from './kit/id.ts'
import { lien, lienKinds } from './kit/lien.ts'
import { nairaAmount, nairaReply } from './kit/naira.ts'
import { paging, totalRecords } from './kit/page.ts'
import { personal } from './kit/personal.ts'
import { paragraph, searchText } from './kit/text.ts'

export const lienStatuses = ['OPEN', 'ENDED'] as const

const write = { method: 'POST', permission: 'merchants.freeze', effect: 'write', addition: true } as const
const read = { method: 'GET', permission: 'merchants.read', effect: 'read', addition: true } as const
const reason = paragraph(500, 'Reason is required')
const reply = z.object({ lien })

export const liens = {
  place: call({
    ...write,
    path: '/admin/account/lien',
    summary:
      'Place a lien on an account, also named by its wallet, or by its merchant if it is the main one: block an amount, with a reason',
    body: z.strictObject({
      accountId: id('account'),
      amount: nairaAmount,
      reason,
      /** Instant at which the lien ends by itself. */
      until: z.iso
        .datetime({ offset: true, error: 'The end must be an instant, such as 2026-11-26T18:00:00Z' })
        .optional(),
    }),
    reply,
  }),
  release: call({
    ...write,
    path: '/admin/account/lien/release',
    summary: 'Release a lien, with a reason; what it held is available again',
    body: z.strictObject({ lienId: id('lien'), reason }),
    reply,
  }),
  impact: call({
    ...read,
    path: '/admin/lien/impact',
    summary: 'Get the balance that a lien on an account would block, and whom it would notify',
    query: z.object({ accountId: id('account') }),
    reply: z.object({
      name: z.string(),
      businessName: z.string(),
      kind: z.string(),
      /** Email address of the merchant, which is notified. */
      email: personal('email'),
      hasWebhook: z.boolean(),
      balance: nairaReply,
      availableBalance: nairaReply,
    }),
  }),
  list: call({
    ...read,
    path: '/admin/liens',
    summary: 'List liens, newest first: all, those of a merchant, or those of one account',
    query: z.object({
      ...paging,
      merchantId: filterId('merchant'),
      accountId: filterId('account'),
      status: choice(lienStatuses),
      kind: choice(lienKinds),
      /** Name of the holder or merchant, beginning of the account number, or words of the reason. */
      search: searchText(),
      startDate: filterDay,
      endDate: filterDay,
    }),
    reply: z.object({ totalRecords, liens: z.array(lien) }),
  }),
}
