import { contract } from '@kobo/contract'
import { paths } from '../../paths.ts'
import { defineRecord } from '../../record/define-record.ts'

/** Ledger account on a day; the record id is `accountId/day`, or the account id alone for today. */
export const accountRecord = defineRecord(
  contract.ledger.account,
  (reply) => reply.account,
)({
  name: 'ledger account',
  back: { text: 'Back to ledger position', to: paths.ledgerPosition() },
  request: (idAndDay) => {
    const [accountId = '', date] = idAndDay.split('/')
    return { accountId, ...(date && { date }) }
  },
})
