import { useState } from 'react'
import { usePollMs } from '../../../api/use-poll-ms.ts'
import { isOpen } from '../dispute-rules.ts'
import { disputeRecord } from '../dispute-record.ts'

/** A dispute, watched while the merchant may answer, money may come in or its refund is on its way. */
export function useDispute(disputeId: string) {
  const [changing, setChanging] = useState(false)
  const pollMs = usePollMs(changing)
  const found = disputeRecord.useFound(disputeId, { pollMs })
  const { record } = found
  const refund = record?.refund?.status
  const stillChanging = (record && isOpen(record)) || refund === 'pending' || refund === 'processing'
  if (record && stillChanging !== changing) setChanging(stillChanging)
  return { found, pollMs }
}
