import { type BulkItem, payouts } from '@kobo/contract/payouts'
import { IconFileAlert } from '@tabler/icons-react'
import { useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { send, type SendOptions } from '../../../api/send.ts'
import { useMode } from '../../../api/session.tsx'
import { count, naira, text } from '../../../columns/columns.tsx'
import type { Column } from '../../../list/define-list.ts'
import { saveRows } from '../../../list/save-rows.ts'
import { useRecord } from '../../../record/define-record.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { toastFailure } from '../../../ui/toast.ts'
import { batchRecord } from './batch-record.ts'

const pageSize = 1_000

/** Columns for the merchant, who has to correct the items. */
const columns: readonly Column<BulkItem>[] = [
  count('Line', (item) => item.line),
  text('Account name', (item) => item.accountName),
  text('Account number', (item) => item.accountNumber),
  text('Bank name', (item) => item.bankName),
  naira('Amount', (item) => item.amount),
  text('Reason', (item) => item.reason),
]

/** Downloads all failed and invalid items as one file for the merchant; hidden if there are none. */
export function BatchProblems({
  batchReference,
  merchantId,
}: {
  batchReference: string
  merchantId: string | undefined
}) {
  const batch = { batchReference, merchantId }
  const { record } = useRecord(batchRecord)
  const mode = useMode()
  const [isBusy, setBusy] = useState(false)
  if (!record?.batch?.totalInvalidRecords && !record?.totals?.['FAILED']) return null

  async function save() {
    setBusy(true)
    try {
      const failed = await fetchItems('FAILED', batch, { mode })
      const unprocessed = await fetchItems('NOT_PROCESSED', batch, { mode })
      // Unprocessed items without a reason are still to be checked and have no known problem.
      const rows = [...failed, ...unprocessed.filter((item) => item.reason)]
      rows.sort((one, other) => (one.line ?? 0) - (other.line ?? 0))
      const file = { name: 'problems-for-the-merchant', filters: [], columns }
      await saveRows(file, rows, { mode, search: batchReference, filters: {}, chosen: {} })
    } catch (failure) {
      toastFailure(`Download stopped: ${failure instanceof ApiError ? failure.message : 'Something went wrong'}`)
    } finally {
      setBusy(false)
    }
  }

  return (
    <BusyButton
      variant="default"
      leftSection={<IconFileAlert size={17} stroke={1.5} />}
      busy={isBusy}
      busyText="Downloading..."
      onClick={() => void save()}
    >
      Download problems
    </BusyButton>
  )
}

async function fetchItems(
  status: string,
  batch: { batchReference: string; merchantId: string | undefined },
  options: SendOptions,
): Promise<BulkItem[]> {
  const items: BulkItem[] = []
  for (let page = 1; ; page += 1) {
    const query = { page, size: pageSize, ...batch, status }
    const { data } = await send(payouts.bulkItems, query, options)
    items.push(...data.records)
    if (data.records.length === 0 || items.length >= data.totalRecords) return items
  }
}
