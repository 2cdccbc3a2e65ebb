import { z } from 'zod'
import { activities, choice } from './kit/choice.ts'
import { call } from './kit/call.ts'
import { filterId, id } from './kit/id.ts'
import { nairaReply } from './kit/naira.ts'
import { paging, totalRecords } from './kit/page.ts'
import { searchText } from './kit/text.ts'

const maybe = z.string().nullish()

const shop = z.object({
  id: z.string(),
  createdAt: z.string(),
  name: z.string(),
  branch: maybe,
  merchant: z.object({ id: maybe, businessName: maybe }).nullish(),
  stores: z.number().int().nullish(),
  terminals: z.number().int().nullish(),
  /** Terminals of an inactive shop accept no payments. */
  status: z.string(),
})

const shopInfo = shop.extend({
  /** Total balance of its stores and their terminals. */
  balance: nairaReply.nullish(),
})

export type Shop = z.infer<typeof shopInfo>

export const shops = {
  list: call({
    method: 'GET',
    path: '/admin/shops',
    permission: 'stores.read',
    effect: 'read',
    addition: true,
    summary: 'List shops, newest first; searched by name or branch',
    query: z.object({
      ...paging,
      name: searchText(100),
      status: choice(activities),
      merchantId: filterId('merchant'),
    }),
    reply: z.object({ totalRecords, shops: z.array(shop) }),
  }),
  info: call({
    method: 'GET',
    path: '/admin/shop/info',
    permission: 'stores.read',
    effect: 'read',
    addition: true,
    summary: 'Get a shop with the total balance of its stores and terminals',
    query: z.object({ shopId: id('shop') }),
    reply: z.object({ shop: shopInfo }),
  }),
}
