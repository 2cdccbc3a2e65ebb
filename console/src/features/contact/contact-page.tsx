import { ListPage, type ListTabs, listTab } from '../../list/list-page.tsx'
import { messageList } from './message-list.tsx'

export const tabs: ListTabs = [listTab('messages', messageList)]

/** What people want to know from us. */
export function ContactPage() {
  return <ListPage title="Contact Us" tabs={tabs} />
}
