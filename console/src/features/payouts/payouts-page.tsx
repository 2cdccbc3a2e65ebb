import { lazy, Suspense } from 'react'
import { ListPage, type ListTabs, listTab } from '../../list/list-page.tsx'
import { useAddressKey } from '../../list/use-address-key.ts'
import { bulkList } from './bulk-list.tsx'
import { payoutList } from './payout-list.tsx'
import { recurringList } from './recurring-list.tsx'
import { scheduledList } from './scheduled-list.tsx'

const ScheduledPanel = lazy(() => import('./scheduled-panel.tsx').then((file) => ({ default: file.ScheduledPanel })))
const RecurringPanel = lazy(() => import('./recurring-panel.tsx').then((file) => ({ default: file.RecurringPanel })))
const TransactionPanel = lazy(() =>
  import('./transaction-panel.tsx').then((file) => ({ default: file.TransactionPanel })),
)

export const tabs: ListTabs = [
  listTab('bulk', bulkList),
  listTab('scheduled', scheduledList),
  listTab('recurring', recurringList),
  listTab('payouts', payoutList),
]

/** The payouts: in batches, at a later time, again and again, and all that became transactions. */
export function PayoutsPage() {
  const [scheduleId, closeSchedule] = useAddressKey('scheduleId')
  const [recurrentId, closeRecurrent] = useAddressKey('recurrentId')
  const [transactionId, closeTransaction] = useAddressKey('transactionId')
  return (
    <>
      <ListPage title="Payout" tabs={tabs} />
      <Suspense>
        {scheduleId && <ScheduledPanel scheduleId={scheduleId} onClose={closeSchedule} />}
        {recurrentId && <RecurringPanel recurrentId={recurrentId} onClose={closeRecurrent} />}
        {transactionId && <TransactionPanel transactionId={transactionId} onClose={closeTransaction} />}
      </Suspense>
    </>
  )
}
