import { jobs } from '@kobo/contract/jobs'
import { webhooks } from '@kobo/contract/webhooks'
import { workItems } from '@kobo/contract/work-items'
import type { UseFormReturnType } from '@mantine/form'
import { useApiQuery } from '../../api/use-api-query.ts'
import { FormDialog } from '../../forms/form-window.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { TextareaField } from '../../forms/textarea-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { formatCount } from '../../ui/format-count.ts'
import { SkeletonBar } from '../../ui/skeleton-bar.tsx'
import { ActionDialog } from '../../record/action-dialog.tsx'
import { QueryContent } from '../../record/query-content.tsx'
import { Subject } from '../../record/subject.tsx'
import { type ItemDialogProps, ItemSubject } from '../../record/work/item-subject.tsx'

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

/** Assigns an item to a colleague who may work on it. */
export function AssignItem({ row, onClose }: ItemDialogProps) {
  const team = useApiQuery(workItems.team, {})
  const contractForm = useContractForm(workItems.assign, {
    start: { staffId: '' },
    request: ({ staffId }) => ({ itemIds: [row.id], staffId }),
    check: ({ staffId }) => (staffId === '' ? { staffId: 'Choose a colleague' } : {}),
    onDone: onClose,
  })
  return (
    <FormDialog
      title="Assign"
      of={contractForm}
      action={{ text: 'Assign', busyText: 'Assigning...' }}
      onClose={onClose}
    >
      <ItemSubject of={row} prompt="The colleague has it until it is done or released, whoever has it now." />
      <QueryContent from={team} skeleton={<SkeletonBar width="100%" height="62px" />}>
        {({ people }) => (
          <ColleagueField form={contractForm.form} among={people.filter(({ kinds }) => kinds.includes(row.kind))} />
        )}
      </QueryContent>
    </FormDialog>
  )
}

interface Colleague {
  staffId: string
  name: string
  holds: number
}

interface ReassignProps {
  holder: Colleague
  among: readonly Colleague[]
  onClose: () => void
}

/** Assigns what a person has to another one. */
export function ReassignWork({ holder, among, onClose }: ReassignProps) {
  const contractForm = useContractForm(workItems.reassign, {
    start: { staffId: '' },
    request: ({ staffId }) => ({ holderId: holder.staffId, staffId }),
    check: ({ staffId }) => (staffId === '' ? { staffId: 'Choose a colleague' } : {}),
    onDone: onClose,
  })
  const count = `${formatCount(holder.holds)} item${holder.holds === 1 ? '' : 's'}`
  return (
    <FormDialog
      title="Reassign"
      of={contractForm}
      action={{ text: 'Reassign', busyText: 'Assigning...' }}
      blocker={holder.holds === 0 ? `${holder.name} no longer has any items` : null}
      onClose={onClose}
    >
      <Subject
        prompt="What the colleague may work on passes to them, at most 100 items, first due first. The rest stays."
        name={`${holder.name} has ${count}`}
      />
      <ColleagueField form={contractForm.form} among={among.filter(({ staffId }) => staffId !== holder.staffId)} />
    </FormDialog>
  )
}

interface ColleagueFieldProps {
  form: UseFormReturnType<{ staffId: string }>
  among: readonly Colleague[]
}

function ColleagueField({ form, among }: ColleagueFieldProps) {
  return (
    <SelectField
      form={form}
      name="staffId"
      label="Colleague"
      placeholder="Choose a colleague"
      searchable
      data={among.map(({ staffId, name, holds }) => ({ value: staffId, label: `${name} (has ${holds})` }))}
    />
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
      <p>All items that you have in this mode become free, with this note for whoever takes them over.</p>
      <TextareaField form={contractForm.form} name="note" label="Note (optional)" />
    </FormDialog>
  )
}
