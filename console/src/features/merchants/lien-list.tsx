import type { Lien } from '@kobo/contract/kit/lien'
import { lienStatuses, liens } from '@kobo/contract/liens'
import { created, moment, naira, status, text } from '../../columns/columns.tsx'
import { accountNumber } from '../../columns/copyable-code.tsx'
import { defineList } from '../../list/define-list.ts'
import { choice, dayRange } from '../../list/filter-fields.tsx'
import { List } from '../../list/list.tsx'
import type { RowDialogProps } from '../../list/row-dialogs.tsx'
import { merchantFilter } from '../../people/merchant-filter.tsx'
import { kindLabel, kindOptions } from '../../record/account-kinds.ts'
import { accountPath } from '../../record/account-path.ts'
import { statusMap, statusOptions } from '../../status/statuses.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const ReleaseDialog = lazyComponent(() => import('../../record/lien/release-dialog.tsx'), 'ReleaseDialog', {
  over: true,
})

const lienStatus = statusMap({ OPEN: 'orange', ENDED: 'grey' }, { tone: 'grey' })

const kindFilter = choice('kind', 'Kind', kindOptions)

/** Liens on accounts, open and ended. A row links to the account. */
export const lienList = defineList(liens.list, 'liens', {
  name: 'liens',
  columns: [
    created<Lien, 'Placed'>('Placed'),
    text('Name', nameOf, 200),
    text('Kind', (row) => kindLabel(row.kind), 120),
    naira('Amount', (row) => row.amount),
    naira('Held now', (row) => row.held),
    moment('Until', (row) => row.until),
    status(lienStatus, { of: statusOf, width: 100 }),
    text('Placed by', (row) => row.placedBy, 150),
    moment('Ended', (row) => row.endedAt),
    { ...accountNumber<Lien>((row) => row.accountNumber, 150), onDemand: true },
    { ...text<Lien>('Reason', (row) => row.reason, 240), onDemand: true },
    { ...text<Lien>('Ended by', (row) => row.endedBy, 150), onDemand: true },
    { ...text<Lien>('Reason of the end', (row) => row.endReason, 240), onDemand: true },
  ],
  search: { key: 'search', label: 'Search by name, number or reason' },
  filters: [
    choice('status', 'Status', statusOptions(lienStatus, lienStatuses)),
    kindFilter,
    merchantFilter(),
    dayRange(),
  ],
  exports: [kindFilter, dayRange()],
  urlNames: {
    status: 'filterStatus',
    kind: 'kind',
    merchant: 'merchant',
    startDate: 'startDate',
    endDate: 'endDate',
  },
  // Another operator may release it, it may end by itself, and is filled as funds arrive.
  changes: (row) => !row.endedAt && 'slow',
  open: accountPath,
  menu: (row) => {
    const to = accountPath(row)
    return [
      ...(to === undefined ? [] : [{ text: 'View account', to }]),
      ...(row.endedAt ? [] : [{ text: 'Release the lien', call: liens.release, Dialog: ReleaseLien }]),
    ]
  },
})

/** Content of the tab, loaded when it opens. */
export function LienTab() {
  return <List of={lienList} tab="liens" />
}

function ReleaseLien({ row, current = row, onClose }: RowDialogProps<Lien>) {
  return <ReleaseDialog of={row} blocker={current.endedAt ? 'This lien is over' : null} onClose={onClose} />
}

function statusOf({ endedAt }: Lien): string {
  return endedAt ? 'ENDED' : 'OPEN'
}

function nameOf({ name, accountId }: Lien): string {
  return name ?? accountId
}
