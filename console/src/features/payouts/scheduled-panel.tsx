import { contract } from '@kobo/contract'
import type { ScheduledPayoutInfo } from '@kobo/contract/payouts'
import { useCall } from '../../api/use-call.ts'
import { Code } from '../../ui/code.tsx'
import { panelDate, panelTime } from '../../ui/dates.tsx'
import { orEmpty } from '../../ui/empty.ts'
import { Naira } from '../../money/naira.tsx'
import { StatusTag } from '../../status/status-tag.tsx'
import { scheduledPanel } from '../../status/statuses.ts'
import type { FieldOf } from '../../ui/fields.tsx'
import { PayoutPanel } from './payout-panel.tsx'

/** A payout for a later time, and what became of it. */
export function ScheduledPanel({ scheduleId, onClose }: { scheduleId: string; onClose: () => void }) {
  const info = useCall(contract.payouts.scheduledInfo, { scheduleId })
  const transactionId = info.data?.info.transactionId
  return <PayoutPanel from={info} fields={fields} kind="scheduled payout" {...{ transactionId, onClose }} />
}

const fields: FieldOf<ScheduledPayoutInfo>[] = [
  ['Status', ({ status }) => <StatusTag of={status} map={scheduledPanel} />],
  ['Date initiated', ({ createdAt }) => panelDate(createdAt)],
  ['Time initiated', ({ createdAt }) => panelTime(createdAt)],
  ['Schedule date', ({ scheduleDate }) => panelDate(scheduleDate)],
  ['Schedule time', ({ scheduleDate }) => panelTime(scheduleDate)],
  ['Account name', ({ accountName }) => orEmpty(accountName)],
  ['Bank name', ({ bankName }) => orEmpty(bankName)],
  ['Account number', ({ accountNumber }) => <Code value={accountNumber} />],
  ['Amount', ({ amount }) => <Naira amount={amount} />],
  ['Charges', ({ charges }) => <Naira amount={charges} />],
  ['Narration', ({ narration }) => orEmpty(narration)],
  ['Reason', ({ reason }) => orEmpty(reason)],
]
