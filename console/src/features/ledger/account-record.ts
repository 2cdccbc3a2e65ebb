import { contract } from '@kobo/contract'
import { paths } from '../../paths.ts'
import { defineRecord } from '../../record/define-record.ts'

/** An account of the ledger on a day, which follows its id behind a slash; today without one. */
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
