import { z } from 'zod'
import { call } from './kit/call.ts'
import { filterDay } from './kit/day.ts'
import { filterId, id } from './kit/id.ts'
import { nairaReply } from './kit/naira.ts'
import { paging, totalRecords } from './kit/page.ts'
import { searchText } from './kit/text.ts'

const maybe = z.string().nullish()
const merchant = z.object({ id: maybe, businessName: maybe }).nullish()

/** Totals of the unsettled shares. */
const totals = { totalRecords, totalBalance: nairaReply.nullish(), totalChildAccounts: z.number().int().nullish() }

const subAccount = z.object({
  id: z.string(),
  createdAt: maybe,
  name: z.string(),
  /** Bank account that receives its settlements. */
  accountNumber: maybe,
  accountName: maybe,
  bankName: maybe,
  /** FLAT takes a fixed amount of each collection, PERCENTAGE a percentage. */
  splitType: maybe,
  splitValue: z.number().nullish(),
  balance: nairaReply.nullish(),
  /** An inactive sub-account cannot be used in new splits. */
  status: maybe,
  /** Whether a freeze of it, its holder or its merchant is in force. */
  isFrozen: z.boolean().nullish(),
  merchant,
})

export type SubAccount = z.infer<typeof subAccount>

export const subAccounts = {
  merchants: call({
    method: 'GET',
    path: '/admin/subaccount/merchants',
    permission: 'settlements.read',
    effect: 'read',
    added: ['startDate', 'endDate'],
    summary: 'List merchants with sub-accounts, newest first, with their unsettled balance; totals are of all matches',
    query: z.object({ ...paging, name: searchText(), startDate: filterDay, endDate: filterDay }),
    reply: z.object({
      ...totals,
      merchants: z.array(
        z.object({
          id: z.string(),
          createdAt: z.string(),
          businessName: z.string(),
          totalChildAccounts: z.number().int(),
          totalBalance: nairaReply,
        }),
      ),
    }),
  }),
  list: call({
    method: 'GET',
    path: '/admin/subaccounts',
    permission: 'settlements.read',
    effect: 'read',
    summary: 'List sub-accounts, newest first',
    query: z.object({ ...paging, merchantId: filterId('merchant'), name: searchText() }),
    reply: z.object({ ...totals, subaccounts: z.array(subAccount) }),
  }),
  info: call({
    method: 'GET',
    path: '/admin/subaccount/info',
    permission: 'settlements.read',
    effect: 'read',
    summary: 'Get a sub-account with the bank account that receives its settlements',
    query: z.object({ subaccountId: id('sub-account') }),
    reply: z.object({ subaccount: subAccount }),
  }),
}
