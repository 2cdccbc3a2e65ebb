import { call } from '@kobo/contract/kit/call'
import { choice as choiceOf } from '@kobo/contract/kit/choice'
import { filterDay } from '@kobo/contract/kit/day'
import { paging, totalRecords } from '@kobo/contract/kit/page'
import { searchText } from '@kobo/contract/kit/text'
import { z } from 'zod'
import { link, text } from '../columns/columns.tsx'
import { defineList, type PanelProps } from '../list/define-list.ts'
import { asWritten, choice, dayRange, textFilter } from '../list/filter-fields.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SidePanel } from '../ui/side-panel.tsx'

/** Call for tests of list behaviour, independent of the real lists. */
export const letters = call({
  method: 'GET',
  path: '/letters',
  permission: 'merchants.read',
  effect: 'read',
  summary: 'Letters, for tests',
  query: z.object({
    ...paging,
    reference: searchText(),
    state: choiceOf(['SENT', 'LOST']),
    sender: searchText(),
    startDate: filterDay,
    endDate: filterDay,
  }),
  reply: z.object({
    totalRecords,
    isMore: z.boolean().optional(),
    letters: z.array(z.object({ id: z.string(), createdAt: z.string(), to: z.string(), state: z.string() })),
  }),
})

/** List for tests with every kind of filter. Days are kept in the history entry, all others in the search params. */
export const letterList = defineList(letters, 'letters', {
  name: 'letters',
  title: 'Letters',
  columns: [
    { title: 'To', text: (row) => row.to },
    { title: 'State', text: (row) => row.state, cell: (row) => <b>{row.state}</b> },
  ],
  cards: [{ label: 'All letters', value: (reply) => reply.totalRecords }],
  search: { key: 'reference', label: 'Search by reference' },
  filters: [
    choice('state', 'State', [
      { value: 'Sent', label: 'On its way' },
      { value: 'LOST', label: 'Nobody knows' },
    ]),
    textFilter('sender', 'Sender'),
    dayRange(),
  ],
  exports: [choice('state', 'State', [{ value: 'lost', label: 'Lost' }]), dayRange()],
  urlNames: { state: 'filterStatus', sender: 'from' },
  words: { failed: 'Error Fetching Letters', refetch: 'Refetch Letters', empty: 'No Letter Found' },
  open: (row) => `/letters/${row.id}`,
})

/** Second list of the same letters, with a panel and a row menu. */
export const postList = defineList(letters, 'letters', {
  name: 'post',
  title: 'Post',
  columns: [text('To', (row) => row.to), text('State', (row) => row.state), link('Action', 'Look')],
  filters: [choice('state', 'State', asWritten({ posted: 'SENT' }, 'lost'))],
  exports: [choice('state', 'State', asWritten({ posted: 'SENT' }, 'lost'))],
  open: (row) => (row.state === 'LOST' ? `/lost/${row.id}` : undefined),
  panel: { key: 'letterId', Panel: LetterPanel, load: async () => {} },
  menu: (row) => [
    { text: 'Trace', to: `/trace/${row.id}` },
    ...(row.state === 'LOST' ? [{ text: 'Send again', call: letters, Dialog: SendAgain }] : []),
  ],
  changes: (letter) => letter.state === 'QUEUED',
})

function LetterPanel({ id, row, onClose }: PanelProps<Letter>) {
  return (
    <SidePanel title={`Letter ${id}`} onClose={onClose}>
      {row?.to}
    </SidePanel>
  )
}

function SendAgain({ row, onClose }: { row: Letter; onClose: () => void }) {
  return (
    <Dialog title={`Send ${row.id} again`} onClose={onClose}>
      Sure?
    </Dialog>
  )
}

type Letter = z.infer<typeof letters.reply>['letters'][number]

/** Creates letters, numbered from `from`. */
export function someLetters(count: number, from = 1): Letter[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `l${from + index}`,
    createdAt: '2026-11-20T13:32:00.000Z',
    to: `Addressee ${from + index}`,
    state: index % 2 === 0 ? 'SENT' : 'LOST',
  }))
}
