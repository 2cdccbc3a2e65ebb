import { contact, messageStatuses } from '@kobo/contract/contact'
import { created, status, text } from '../../columns/columns.tsx'
import { type ListTabs, listTab } from '../../list/list-page.tsx'
import { defineList } from '../../list/define-list.ts'
import { choices } from '../../list/choices-filter.tsx'
import { dayRange } from '../../list/filter-fields.tsx'
import { customPanel } from '../../record/panel.tsx'
import { contactMessage } from '../../status/service-statuses.ts'
import { statusOptions } from '../../status/statuses.ts'

const statuses = choices('status', 'Status', statusOptions(contactMessage, messageStatuses))

/** Contact messages. A row opens the message to be answered. */
export const messageList = defineList(contact.list, 'messages', {
  name: 'contact-us',
  title: 'Messages',
  columns: [
    created(),
    text('Name', (row) => row.name, 150),
    { ...text('Email address', (row) => row.email, 190), tone: 'dim' },
    text('Phone number', (row) => row.phoneNumber, 140),
    text('Subject', (row) => row.subject, 180),
    text('Message', (row) => row.message, 205),
    status(contactMessage, 130),
  ],
  search: {
    key: 'search',
    label: 'Search by name, email or merchant',
    maskedLabel: 'Search by name or merchant',
  },
  filters: [dayRange(), statuses],
  exports: [statuses, dayRange()],
  // Another operator may answer it.
  changes: (message) => message.status === 'NEW' && 'slow',
  panel: customPanel('messageId', () => import('./message-panel.tsx'), 'MessagePanel'),
})

export const tabs: ListTabs = [listTab('messages', messageList)]
