import { freezeStatuses, freezes } from '@kobo/contract/freezes'
import { type Freeze, freezableKinds } from '@kobo/contract/kit/freeze'
import { moment, status, text } from '../../columns/columns.tsx'
import { defineList } from '../../list/define-list.ts'
import { choice, dayRange } from '../../list/filter-fields.tsx'
import { List } from '../../list/list.tsx'
import type { RowDialogProps } from '../../list/row-dialogs.tsx'
import { merchantFilter } from '../../people/merchant-filter.tsx'
import { kindLabel, kindOptions } from '../../record/account-kinds.ts'
import { accountPath } from '../../record/account-path.ts'
import { scopeNames } from '../../record/freeze/scope-texts.ts'
import { statusMap, statusOptions } from '../../status/statuses.ts'
import { sentenceCase } from '../../ui/format-text.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const LiftDialog = lazyComponent(() => import('../../record/freeze/lift-dialog.tsx'), 'LiftDialog', { over: true })

const freezeStatus = statusMap({ IN_FORCE: ['In force', 'blue'], ENDED: 'grey' }, { tone: 'grey' })

const kindFilter = choice('kind', 'Kind', kindOptions)

/** Freezes of merchants and their accounts, in force and ended. A row links to the record. */
export const freezeList = defineList(freezes.list, 'freezes', {
  name: 'freezes',
  columns: [
    moment('Started', (row) => row.startedAt),
    text('Name', nameOf, 220),
    text('Kind', (row) => kindLabel(row.kind), 120),
    text('Stopped', (row) => sentenceCase(scopeNames(row.scopes)), 240),
    moment('Until', (row) => row.until),
    status(freezeStatus, { of: statusOf, width: 110 }),
    text('Frozen by', (row) => row.frozenBy, 150),
    moment('Ended', (row) => row.endedAt),
    { ...text<Freeze>('Reason', (row) => row.reason, 240), onDemand: true },
    { ...text<Freeze>('Ended by', (row) => row.endedBy, 150), onDemand: true },
    { ...text<Freeze>('Reason of the end', (row) => row.endReason, 240), onDemand: true },
  ],
  search: { key: 'search', label: 'Search by name, number or reason' },
  filters: [
    choice('status', 'Status', statusOptions(freezeStatus, freezeStatuses)),
    kindFilter,
    merchantFilter(),
    dayRange(),
  ],
  // Rows have no time of creation, which a range of days would compare.
  exports: [kindFilter],
  urlNames: {
    status: 'filterStatus',
    kind: 'kind',
    merchant: 'merchant',
    startDate: 'startDate',
    endDate: 'endDate',
  },
  // Another operator may lift it, and it may end by itself.
  changes: (row) => !row.endedAt && 'slow',
  open: accountPath,
  menu: (row) => {
    const to = accountPath(row)
    return [
      ...(to === undefined ? [] : [{ text: 'View record', to }]),
      ...(row.endedAt ? [] : [{ text: 'Lift the freeze', call: freezes.unfreezeMerchant, Dialog: LiftFreeze }]),
    ]
  },
})

/** Content of the tab, loaded when it opens. */
export function FreezeTab() {
  return <List of={freezeList} tab="freezes" />
}

function LiftFreeze({ row, current = row, onClose }: RowDialogProps<Freeze>) {
  const { merchantId, accountId } = row
  const kind = freezableKinds.find((known) => known === row.kind) ?? 'MERCHANT'
  const record = { kind, merchantId, ...(accountId && { accountId }), name: nameOf(row) }
  return <LiftDialog of={record} blocker={current.endedAt ? 'This freeze is over' : null} onClose={onClose} />
}

function statusOf({ endedAt }: Freeze): string {
  return endedAt ? 'ENDED' : 'IN_FORCE'
}

function nameOf({ name, accountId, merchantId }: Freeze): string {
  return name ?? accountId ?? merchantId
}
