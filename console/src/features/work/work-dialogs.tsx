import { jobs } from '@kobo/contract/jobs'
import { dayEnd, lagosDay } from '@kobo/contract/kit/day'
import { webhooks } from '@kobo/contract/webhooks'
import { type WorkItem, workItems } from '@kobo/contract/work-items'
import { useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { FormDialog } from '../../forms/form-window.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { TextareaField } from '../../forms/textarea-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { ActionDialog } from '../../record/action-dialog.tsx'
import { Subject } from '../../record/subject.tsx'
import { kindTexts } from './kind-text.ts'

interface ItemDialogProps {
  row: WorkItem
  onClose: () => void
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Skips an item with a reason; the next one is claimed. */
export function SkipItem({ row, onClose }: ItemDialogProps) {
  return (
    <ActionDialog
      call={workItems.next}
      request={(reason) => ({ skippedItemId: row.id, reason })}
      title="Skip"
      subject={<ItemSubject of={row} prompt="It is not offered to you again, and you get the next item." />}
      action={{ text: 'Skip', busyText: 'Skipping...' }}
      reason={workItems.snooze.body.shape.reason}
      onClose={onClose}
    />
  )
}

/** Puts an item off with a reason. */
export function SnoozeItem({ row, onClose }: ItemDialogProps) {
  const [options] = useState(() => snoozeEnds(serverNow()))
  const contractForm = useContractForm(workItems.snooze, {
    start: { until: options[0]?.value ?? '', reason: '' },
    request: ({ until, reason }) => ({ itemId: row.id, until, reason }),
    onDone: onClose,
  })
  const { form } = contractForm
  return (
    <FormDialog title="Snooze" of={contractForm} action={{ text: 'Snooze', busyText: 'Snoozing...' }} onClose={onClose}>
      <ItemSubject of={row} prompt="It comes back then, or when something new happens to its record." />
      <SelectField form={form} name="until" label="For" data={options} />
      <TextareaField form={form} name="reason" label="Reason" />
    </FormDialog>
  )
}

/** Instants until which an item can be put off; days end at 08:00 in Lagos. */
function snoozeEnds(nowMs: number): { value: string; label: string }[] {
  const morning = (days: number) => dayEnd(lagosDay(new Date(nowMs + (days - 1) * dayMs))).getTime() + 8 * hourMs
  const ends: [label: string, atMs: number][] = [
    ['One hour', nowMs + hourMs],
    ['Three hours', nowMs + 3 * hourMs],
    ['Until tomorrow, 08:00', morning(1)],
    ['Until the day after tomorrow, 08:00', morning(2)],
    ['Five days', nowMs + 5 * dayMs],
  ]
  return ends.map(([label, atMs]) => ({ label, value: new Date(atMs).toISOString() }))
}

/** Assigns an item to a colleague who may work on it. */
export function AssignItem({ row, onClose }: ItemDialogProps) {
  const team = useApiQuery(workItems.team, {})
  const contractForm = useContractForm(workItems.assign, {
    start: { staffId: '' },
    request: ({ staffId }) => ({ itemIds: [row.id], staffId }),
    check: ({ staffId }) => (staffId === '' ? { staffId: 'Choose a colleague' } : {}),
    onDone: onClose,
  })
  const people = team.data?.people.filter(({ kinds }) => kinds.includes(row.kind)) ?? []
  return (
    <FormDialog
      title="Assign"
      of={contractForm}
      action={{ text: 'Assign', busyText: 'Assigning...' }}
      onClose={onClose}
    >
      <ItemSubject of={row} prompt="The colleague has it until it is done or released, whoever has it now." />
      <SelectField
        form={contractForm.form}
        name="staffId"
        label="Colleague"
        placeholder={team.isPending ? 'Loading...' : 'Choose a colleague'}
        searchable
        data={people.map(({ staffId, name, holds }) => ({ value: staffId, label: `${name} (has ${holds})` }))}
      />
    </FormDialog>
  )
}

/** Tries all dead jobs of a kind again. */
export function ReviveJobs({ row, onClose }: ItemDialogProps) {
  return (
    <ActionDialog
      call={jobs.revive}
      request={() => ({ kind: row.record.id })}
      title="Try again"
      subject={<ItemSubject of={row} prompt="Each job is tried as often as at first." />}
      action={{ text: 'Try again', busyText: 'Queueing...' }}
      onClose={onClose}
    />
  )
}

/** Sends the failed webhook events of a merchant again. */
export function ResendWebhooks({ row, onClose }: ItemDialogProps) {
  return (
    <ActionDialog
      call={webhooks.resendFailed}
      request={() => ({ merchantId: row.record.id })}
      title="Resend all"
      subject={
        <ItemSubject of={row} prompt="The oldest 1,000 events that were given up are sent to the merchant again." />
      }
      action={{ text: 'Resend all', busyText: 'Sending...' }}
      onClose={onClose}
    />
  )
}

/** Releases everything that the operator has. */
export function HandOver({ onClose }: { onClose: () => void }) {
  const contractForm = useContractForm(workItems.release, {
    start: { note: '' },
    request: ({ note }) => ({ note }),
    onDone: onClose,
  })
  return (
    <FormDialog
      title="Hand over"
      of={contractForm}
      action={{ text: 'Release all', busyText: 'Releasing...' }}
      onClose={onClose}
    >
      <p>All items that you have become free, with this note for whoever takes them over.</p>
      <TextareaField form={contractForm.form} name="note" label="Note (optional)" />
    </FormDialog>
  )
}

function ItemSubject({ of: { kind, record }, prompt }: { of: WorkItem; prompt: string }) {
  return <Subject prompt={prompt} name={`${kindTexts(kind).label}: ${record.name}`} />
}
