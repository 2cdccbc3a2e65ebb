import { type Invite, invites } from '@kobo/contract/invites'
import { created, text } from '../../columns/columns.tsx'
import { defineList } from '../../list/define-list.ts'
import { dayRange, textFilter } from '../../list/filter-fields.tsx'
import { roleName } from '../../people/role-name.ts'
import { InviteState, inviteState } from './invite-state.tsx'

/** All invitations, including accepted ones. */
export const inviteList = defineList(invites.list, 'invites', {
  name: 'invites',
  columns: [
    created(),
    text('First name', (row) => row.firstName, 170),
    text('Last name', (row) => row.lastName, 170),
    text('Email address', (row) => row.email, 260),
    { ...text<Invite>('Role', roleName, 150), addition: true },
    { title: 'Status', cell: (row) => <InviteState of={row} />, text: inviteState, width: 210 },
  ],
  search: { key: 'name', label: 'Search by name' },
  filters: [textFilter('name', 'Name')],
  exports: [dayRange()],
})
