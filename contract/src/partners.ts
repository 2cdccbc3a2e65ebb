import { z } from 'zod'
import { call } from './kit/call.ts'
import { choice } from './kit/choice.ts'
import { id } from './kit/id.ts'
import { paging, totalRecords } from './kit/page.ts'
import { personal } from './kit/personal.ts'
import { searchText } from './kit/text.ts'

export const partnerStatuses = ['ACTIVE', 'INACTIVE'] as const

const perStatus = { totalActive: z.number().int().nullish(), totalInactive: z.number().int().nullish() }

const partner = z.object({
  id: z.string(),
  createdAt: z.string(),
  name: z.string(),
  email: personal('email'),
  phoneNumber: personal('number'),
  totalMerchants: z.number().int(),
  status: z.string(),
})

export type Partner = z.infer<typeof partner>

export const partners = {
  list: call({
    method: 'GET',
    path: '/admin/partners',
    permission: 'partners.read',
    effect: 'read',
    addition: true,
    summary:
      'List partners, newest first; searched by name, email address or phone number; the counts by status follow the search, not the status filter',
    query: z.object({ ...paging, status: choice(partnerStatuses), name: searchText() }),
    reply: z.object({ totalRecords, ...perStatus, partners: z.array(partner) }),
  }),
  info: call({
    method: 'GET',
    path: '/admin/partner/info',
    permission: 'partners.read',
    effect: 'read',
    addition: true,
    summary: 'Get a partner with the number of its merchants',
    query: z.object({ partnerId: id('partner') }),
    reply: z.object({ partner }),
  }),
  merchants: call({
    method: 'GET',
    path: '/admin/partner/merchants',
    permission: 'partners.read',
    effect: 'read',
    addition: true,
    summary: 'List the merchants of a partner, newest first; searched by name',
    query: z.object({
      ...paging,
      partnerId: id('partner'),
      status: choice(partnerStatuses),
      name: searchText(),
    }),
    reply: z.object({
      totalRecords,
      merchants: z.array(
        z.object({
          id: z.string(),
          createdAt: z.string(),
          businessName: z.string(),
          email: personal('email'),
          verified: z.string(),
          status: z.string(),
        }),
      ),
    }),
  }),
}
