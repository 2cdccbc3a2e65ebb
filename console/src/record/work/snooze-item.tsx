import { dayEnd, lagosDay } from '@kobo/contract/kit/day'
import { workItems } from '@kobo/contract/work-items'
import { useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { FormDialog } from '../../forms/form-window.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { TextareaField } from '../../forms/textarea-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { type ItemDialogProps, ItemSubject } from './item-subject.tsx'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

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
