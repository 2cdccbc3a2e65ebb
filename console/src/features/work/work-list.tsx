import { jobs } from '@kobo/contract/jobs'
import { workKindNames } from '@kobo/contract/kit/work-kinds'
import { webhooks } from '@kobo/contract/webhooks'
import { type WorkItem, workItems } from '@kobo/contract/work-items'
import { serverNow } from '../../api/clock.ts'
import { moment, naira, text } from '../../columns/columns.tsx'
import { defineList } from '../../list/define-list.ts'
import { choices } from '../../list/choices-filter.tsx'
import { choice } from '../../list/filter-fields.tsx'
import { amountFilter } from '../../money/amount-filter.tsx'
import { addressOf } from '../../record/work/item-address.ts'
import { formatCount } from '../../ui/format-count.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Age, ageText, Due, dueText } from '../../record/work/due.tsx'
import { holderText } from '../../record/work/holder.ts'
import { kindTexts } from '../../record/work/kind-text.ts'
import { ItemButtons } from '../../record/work/item-buttons.tsx'

const SkipItem = lazyComponent(() => import('./work-dialogs.tsx'), 'SkipItem', { over: true })
const AssignItem = lazyComponent(() => import('./work-dialogs.tsx'), 'AssignItem', { over: true })
const ReviveJobs = lazyComponent(() => import('./work-dialogs.tsx'), 'ReviveJobs', { over: true })
const ResendWebhooks = lazyComponent(() => import('./work-dialogs.tsx'), 'ResendWebhooks', { over: true })

const states = [
  { value: 'MINE', label: 'Mine' },
  { value: 'FREE', label: 'Nobody has it' },
  { value: 'OTHERS', label: 'A colleague has it' },
  { value: 'OVERDUE', label: 'Overdue' },
  { value: 'SNOOZED', label: 'Snoozed' },
  { value: 'SKIPPED', label: 'Skipped by three or more' },
]

const kinds = choices(
  'kind',
  'Kind',
  workKindNames.map((kind) => ({ value: kind, label: kindTexts(kind).label })),
)

/** Open work items, the one that is due first on top. A row opens its record. */
export const workList = defineList(workItems.list, 'items', {
  name: 'my-work',
  title: 'My work',
  columns: [
    text('Kind', (row) => kindTexts(row.kind).label, 140),
    { ...text('Record', recordText, 190), stays: true },
    text('Merchant', (row) => row.merchant?.businessName, 160),
    naira('Amount', (row) => row.amount, 116),
    {
      title: 'Age',
      cell: (row) => <Age of={row} />,
      text: (row) => ageText(row, serverNow()),
      width: 76,
    },
    {
      title: 'Due',
      cell: (row) => <Due of={row} />,
      text: (row) => dueText(row, serverNow()),
      width: 108,
      stays: true,
    },
    { ...text('Who', holderText, 132), stays: true },
    { ...text<WorkItem, 'Note'>('Note', (row) => row.note), onDemand: true },
    { ...moment<WorkItem, 'Due at'>('Due at', (row) => row.dueAt), onDemand: true },
    { title: 'Actions', cell: (row) => <ItemButtons item={row} />, width: 170, stays: true },
  ],
  filters: [kinds, choice('state', 'State', states), amountFilter()],
  exports: [kinds],
  urlNames: { kind: 'kind', state: 'state' },
  words: { empty: 'Nothing is waiting' },
  open: addressOf,
  menu: (row) => [
    { text: 'Skip', call: workItems.next, Dialog: SkipItem },
    { text: 'Assign', call: workItems.assign, Dialog: AssignItem },
    ...(row.kind === 'DEAD_JOBS' ? [{ text: 'Try again', call: jobs.revive, Dialog: ReviveJobs }] : []),
    ...(row.kind === 'WEBHOOKS_FAILED'
      ? [{ text: 'Resend all', call: webhooks.resendFailed, Dialog: ResendWebhooks }]
      : []),
  ],
  menuCall: workItems.claim,
  // Colleagues and time change every item.
  changes: () => 'slow',
})

function recordText({ record, count, kind }: WorkItem): string {
  return count > 1 ? `${formatCount(count)} ${kindTexts(kind).plural.toLowerCase()}: ${record.name}` : record.name
}
