import { audit } from '@kobo/contract/audit'
import { secondFactor } from '@kobo/contract/second-factor'
import { type Member, team } from '@kobo/contract/team'
import { created, moment, status, text } from '../../columns/columns.tsx'
import { defineList } from '../../list/define-list.ts'
import { dayRange, textFilter } from '../../list/filter-fields.tsx'
import { activity } from '../../status/statuses.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { administrator, roleName } from '../../people/role-name.ts'

const HistoryDialog = lazyComponent(() => import('../../record/history/history-dialog.tsx'), 'HistoryDialog', {
  over: true,
})
const ChangeRole = lazyComponent(() => import('./member-dialogs.tsx'), 'ChangeRole', { over: true })
const ResetFactor = lazyComponent(() => import('./member-dialogs.tsx'), 'ResetFactor', { over: true })
const ChangeEnd = lazyComponent(() => import('./change-end.tsx'), 'ChangeEnd', { over: true })
const ChangeAccess = lazyComponent(() => import('./member-dialogs.tsx'), 'ChangeAccess', { over: true })

/** Current and former members of the team. */
export const memberList = defineList(team.members, 'members', {
  name: 'members',
  columns: [
    created(),
    text('First name', (row) => row.firstName, 160),
    text('Last name', (row) => row.lastName, 160),
    text('Email address', (row) => row.email, 250),
    status(activity, 110),
    text('Role', roleName, 130),
    { ...moment<Member>('Access until', (row) => row.accessUntil), onDemand: true },
    // Same for every member; the Role column shows the actual rights.
    { title: 'Action', cell: () => 'Admin', tone: 'dim', width: 90 },
  ],
  search: { key: 'name', label: 'Search by name' },
  filters: [textFilter('name', 'Name')],
  exports: [dayRange()],
  menu: (row) => [
    { text: 'Change role', call: team.changeMember, Dialog: ChangeRole },
    ...(row.role === administrator
      ? []
      : [{ text: 'Change end of access', call: team.changeMember, Dialog: ChangeEnd }]),
    ...(row.usesApp ? [{ text: 'Reset authenticator app', call: secondFactor.reset, Dialog: ResetFactor }] : []),
    { text: row.status === 'ACTIVE' ? 'Deactivate' : 'Activate', call: team.changeMember, Dialog: ChangeAccess },
    { text: 'History', call: audit.recordHistory, Dialog: MemberHistory },
  ],
})

/** What was changed of a colleague's access, and what the colleague changed of the own account. */
function MemberHistory({ row, onClose }: { row: Member; onClose: () => void }) {
  return <HistoryDialog of={{ type: 'staff', id: row.id }} onClose={onClose} />
}
