import { transactions } from '@kobo/contract/transactions'
import type { PayoutLog } from '@kobo/contract/transaction-records'
import { IconFileUnknown } from '@tabler/icons-react'
import { requestOf } from '../../../../api/api-error.ts'
import { useApiQuery } from '../../../../api/use-api-query.ts'
import type { PanelProps } from '../../../../list/define-list.ts'
import { PanelMoment } from '../../../../ui/dates.tsx'
import { FetchFailed } from '../../../../record/record.tsx'
import { stepLabel } from '../../../../transaction/payout-steps.ts'
import { type FieldOf, Fields } from '../../../../ui/fields.tsx'
import { SidePanel } from '../../../../ui/side-panel.tsx'
import { StateView } from '../../../../ui/state-view.tsx'
import { ResponseCode } from './response-code.tsx'
import { SerializedData } from './serialized-data.tsx'

/** Request and response of one log entry. */
export function LogPanel(props: PanelProps<PayoutLog>) {
  return (
    <SidePanel title="Transaction Summary" onClose={props.onClose}>
      <Entry {...props} />
    </SidePanel>
  )
}

function Entry(props: PanelProps<PayoutLog>) {
  const log = useLogEntry(props)
  if (log.state === 'failed') return <FetchFailed again={log.again} request={log.request} />
  if (log.state === 'missing') {
    return (
      <StateView
        icon={<IconFileUnknown size={22} />}
        text="This log entry does not exist"
        action={{ text: 'Close', onClick: props.onClose }}
      />
    )
  }
  if (log.state === 'loading') return <Fields of={undefined} fields={fields} />
  return (
    <>
      <Fields of={log.entry} fields={fields} />
      <SerializedData title="Response data" data={log.entry.response} />
      <SerializedData title="Request data" data={log.entry.request} />
    </>
  )
}

const fields: FieldOf<PayoutLog>[] = [
  ['Date and time', ({ createdAt }) => <PanelMoment at={createdAt} />],
  ['Category', ({ category }) => stepLabel(category)],
  ['Response code', (entry) => <ResponseCode of={entry} />],
]

/** Largest page of the call, above the number of entries of any transaction. */
const allEntries = { page: 1, size: 1_000 }

type LogEntry =
  | { state: 'ready'; entry: PayoutLog }
  | { state: 'failed'; request: string | undefined; again: () => void }
  | { state: 'missing' }
  | { state: 'loading' }

/** Returns a log entry, from the list's rows or else from a request for all entries. */
function useLogEntry({ id, row, loading, fixed }: PanelProps<PayoutLog>): LogEntry {
  const isElsewhere = !row && !loading
  const search = useApiQuery(transactions.logs, isElsewhere ? { ...fixed, ...allEntries } : null)
  const entry = row ?? search.data?.logs.find((other) => other.id === id)

  if (entry) return { state: 'ready', entry }
  if (isElsewhere && search.isError) {
    return { state: 'failed', request: requestOf(search.error), again: () => void search.refetch() }
  }
  return isElsewhere && search.isSuccess ? { state: 'missing' } : { state: 'loading' }
}
