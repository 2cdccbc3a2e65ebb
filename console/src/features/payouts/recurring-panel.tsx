import { contract } from '@kobo/contract'
import type { RecurrentPayoutInfo } from '@kobo/contract/payouts'
import { useCall } from '../../api/use-call.ts'
import { Code } from '../../ui/code.tsx'
import { panelDate } from '../../ui/dates.tsx'
import { empty, orEmpty } from '../../ui/empty.ts'
import { Naira } from '../../money/naira.tsx'
import { StatusTag } from '../../status/status-tag.tsx'
import { recurrentPayout } from '../../status/statuses.ts'
import { sentenceCase } from '../../transaction/transaction-words.ts'
import type { FieldOf } from '../../ui/fields.tsx'
import { PayoutPanel } from './payout-panel.tsx'

/** A payout that is made again and again. */
export function RecurringPanel({ recurrentId, onClose }: { recurrentId: string; onClose: () => void }) {
  const info = useCall(contract.payouts.recurrentInfo, { recurrentId })
  return <PayoutPanel from={info} fields={fields} kind="recurring payout" onClose={onClose} />
}

const fields: FieldOf<RecurrentPayoutInfo>[] = [
  ['Status', ({ status }) => (status ? <StatusTag of={status} map={recurrentPayout} /> : empty)],
  ['Date initiated', ({ createdAt }) => panelDate(createdAt)],
  ['Start date', ({ startDate }) => panelDate(startDate)],
  ['End date', ({ endDate }) => panelDate(endDate)],
  ['Sender account name', ({ accountName }) => orEmpty(accountName)],
  ['Bank name', ({ bankName }) => orEmpty(bankName)],
  ['Account number', ({ accountNumber }) => <Code value={accountNumber} />],
  ['Amount', ({ amount }) => <Naira amount={amount} />],
  ['Charge', ({ charges }) => <Naira amount={charges} />],
  ['Narration', ({ narration }) => orEmpty(narration)],
  ['Interval', ({ interval }) => sentenceCase(interval)],
  ['Next date', ({ nextDate }) => panelDate(nextDate)],
  ['Runs so far', ({ runs }) => runs?.toLocaleString('en-NG') ?? empty],
]
