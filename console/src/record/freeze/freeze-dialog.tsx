import { freezes } from '@kobo/contract/freezes'
import { Radio } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useApiQuery } from '../../api/use-api-query.ts'
import { FormDialog } from '../../forms/form-window.tsx'
import { TextareaField } from '../../forms/textarea-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { freezeNotice } from '@kobo/contract/kit/freeze'
import { formatNaira } from '../../money/naira.tsx'
import { listDateTime } from '../../ui/dates.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { EndFields } from '../end-fields.tsx'
import { instantOf } from '../end-time.ts'
import { NoticePreview } from '../notice-preview.tsx'
import { QueryContent } from '../query-content.tsx'
import { Subject } from '../subject.tsx'
import { type Freezable, idsOf } from './freezable.ts'
import classes from './freeze-dialog.module.css'
import { FreezeImpact, type Impact, ImpactSkeleton } from './freeze-impact.tsx'
import {
  type FreezeValues,
  bodyOf,
  emptyValues,
  isCancelling,
  mayCancel,
  problemsOf,
  stoppedScopes,
} from './freeze-values.ts'
import { ScopeFields } from './scope-fields.tsx'

interface FreezeDialogProps {
  of: Freezable
  /** Why it can no longer be frozen, although it could when the dialog opened. */
  blocker: string | null
  onClose: () => void
}

/** Freezes a record after showing what this affects. A freeze need not wait for that. */
export function FreezeDialog({ of: record, blocker, onClose }: FreezeDialogProps) {
  const { kind, name, merchantId, accountId } = record
  const impact = useApiQuery(freezes.impact, idsOf(record))
  const sent = useContractForm(accountId === undefined ? freezes.freezeMerchant : freezes.freezeAccount, {
    start: emptyValues,
    request: (values) => ({ ...(accountId === undefined ? { merchantId } : { accountId }), ...bodyOf(kind, values) }),
    check: (values) => problemsOf(kind, values),
    onDone: onClose,
  })
  const { form } = sent
  const scopes = stoppedScopes(kind, form.values)
  const until = instantOf(form.values.until)
  const children = kind === 'WALLET' ? 'Its child accounts are frozen with it. ' : ''

  return (
    <FormDialog
      title={`Freeze ${name}`}
      of={sent}
      action={{ text: 'Freeze', busyText: 'Freezing...', tone: 'decline' }}
      blocker={blocker}
      onClose={onClose}
    >
      <Subject
        prompt={`What is already sent runs to completion. ${children}The merchant will be notified.`}
        name={name}
      >
        {impact.data && <Balance of={impact.data} />}
      </Subject>
      <ScopeFields form={form} kind={kind} />
      <QueryContent from={impact} skeleton={<ImpactSkeleton />}>
        {(found) => <FreezeImpact of={found} scopes={scopes} />}
      </QueryContent>
      <EndFields
        value={form.values.until}
        error={form.errors['until']}
        onChange={(entered) => form.setFieldValue('until', entered)}
      />
      {mayCancel(kind, form.values) && <WaitingChoice form={form} impact={impact.data} />}
      <TextareaField form={form} name="reason" label="Reason" />
      {impact.data && (
        <NoticePreview
          of={impact.data}
          notice={freezeNotice({
            name: impact.data.name,
            businessName: impact.data.businessName,
            scopes,
            until: until === undefined ? null : listDateTime(until),
            cancelsWaiting: isCancelling(kind, form.values),
          })}
        />
      )}
    </FormDialog>
  )
}

function Balance({ of: { balance, availableBalance, accounts } }: { of: Impact }) {
  return (
    <>
      {accounts > 0 && <div>{accounts === 1 ? '1 account' : `${formatCount(accounts)} accounts`}</div>}
      {balance !== 0 && (
        <div>{`Balance ${formatNaira(balance)}, of which ${formatNaira(availableBalance)} available`}</div>
      )}
    </>
  )
}

interface WaitingChoiceProps {
  form: UseFormReturnType<FreezeValues>
  impact: Impact | undefined
}

/** What happens to payments that are not sent yet. */
function WaitingChoice({ form, impact }: WaitingChoiceProps) {
  const { waiting } = form.values
  return (
    <Radio.Group
      label="Payments that wait"
      description={waiting === 'CANCEL' && impact ? cancelledBy(impact) : undefined}
      value={waiting}
      onChange={(chosen) => form.setFieldValue('waiting', chosen === 'CANCEL' ? 'CANCEL' : 'CONTINUE')}
    >
      <div className={classes.choices}>
        <Radio value="CONTINUE" label="Continue after the freeze" />
        <Radio value="CANCEL" label="Cancel them now" />
      </div>
    </Radio.Group>
  )
}

/** Returns what the cancellation of waiting payments affects. */
function cancelledBy({ waiting, scheduled, recurring, batchItems }: Impact): string {
  const parts = [
    partOf(waiting, 'waiting payment', 'waiting payments'),
    partOf(scheduled, 'scheduled payout', 'scheduled payouts'),
    partOf(batchItems, 'batch item', 'batch items'),
  ].filter((part) => part !== null)
  const paused = partOf(recurring, 'recurring payout', 'recurring payouts')
  const sentences = [parts.length > 0 && `Cancels ${parts.join('; ')}.`, paused && `Pauses ${paused}.`].filter(Boolean)
  return sentences.length === 0
    ? 'There is nothing to cancel at present.'
    : `${sentences.join(' ')}${parts.length > 0 ? ' A cancellation cannot be undone.' : ''}`
}

function partOf({ count, amount }: Impact['waiting'], one: string, many: string): string | null {
  return count === 0 ? null : `${formatCount(count)} ${count === 1 ? one : many}, ${formatNaira(amount)}`
}
