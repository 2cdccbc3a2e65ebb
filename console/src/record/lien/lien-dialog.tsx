import type { Data } from '@kobo/contract/kit/call'
import { lienNotice } from '@kobo/contract/kit/lien'
import { liens } from '@kobo/contract/liens'
import { useApiQuery } from '../../api/use-api-query.ts'
import { FormDialog } from '../../forms/form-window.tsx'
import { AmountField } from '../../forms/number-field.tsx'
import { TextareaField } from '../../forms/textarea-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { formatNaira } from '../../money/naira.tsx'
import { listDateTime } from '../../ui/dates.tsx'
import { SkeletonBar } from '../../ui/skeleton-bar.tsx'
import { EndFields } from '../end-fields.tsx'
import { type EndTime, instantOf, isPast, noEnd } from '../end-time.ts'
import type { Freezable } from '../freeze/freezable.ts'
import { NoticePreview } from '../notice-preview.tsx'
import { QueryContent } from '../query-content.tsx'
import { Subject } from '../subject.tsx'
import { lienAccountId } from './lien-account.ts'

interface Values {
  amount: number | ''
  reason: string
  until: EndTime
}

const start: Values = { amount: '', reason: '', until: noEnd }

/** Places a lien on an account after showing what it holds immediately. A lien need not wait for that. */
export function LienDialog({ of: record, onClose }: { of: Freezable; onClose: () => void }) {
  const accountId = lienAccountId(record)
  const impact = useApiQuery(liens.impact, { accountId })
  const sent = useContractForm(liens.place, {
    start,
    request: ({ amount, reason, until }) => {
      const end = instantOf(until)
      return { accountId, amount: Number(amount), reason, ...(end !== undefined && { until: end }) }
    },
    check: ({ amount, until }) => ({
      ...(amount === '' && { amount: 'Amount is required' }),
      ...(isPast(until) && { until: 'The end must be in the future' }),
    }),
    onDone: onClose,
  })
  const { form } = sent
  const { amount, until } = form.values
  const end = instantOf(until)
  return (
    <FormDialog
      title={`Place a lien on ${record.name}`}
      of={sent}
      action={{ text: 'Place the lien', busyText: 'Placing...' }}
      onClose={onClose}
    >
      <Subject
        prompt="The amount cannot be spent until the lien is released. The merchant will be notified."
        name={record.name}
      >
        <QueryContent from={impact} skeleton={<SkeletonBar width="60%" />}>
          {(found) => <div>{effectOf(found, Number(amount))}</div>}
        </QueryContent>
      </Subject>
      <AmountField form={form} name="amount" label="Amount" data-autofocus />
      <EndFields
        value={until}
        error={form.errors['until']}
        onChange={(entered) => form.setFieldValue('until', entered)}
      />
      <TextareaField form={form} name="reason" label="Reason" />
      {impact.data && Number(amount) > 0 && (
        <NoticePreview
          of={impact.data}
          notice={lienNotice({
            name: impact.data.name,
            businessName: impact.data.businessName,
            amount: formatNaira(Number(amount)),
            until: end === undefined ? null : listDateTime(end),
          })}
        />
      )}
    </FormDialog>
  )
}

/** Returns what a lien of this amount holds immediately, and what it holds later. */
function effectOf({ availableBalance }: Data<typeof liens.impact>, amount: number): string {
  if (availableBalance === 0) return 'Nothing is available now. The lien is held as funds arrive'
  const available = `${formatNaira(availableBalance)} is available now`
  if (amount <= 0) return available
  if (amount <= availableBalance) return `${available}. All of it is held immediately`
  return `${available}. ${formatNaira(availableBalance)} is held immediately, the rest as funds arrive`
}
