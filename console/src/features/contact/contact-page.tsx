import { ListPage, type ListTabs, listTab } from '../../list/list-page.tsx'
import { messageList } from './message-list.tsx'

export const tabs: ListTabs = [listTab('messages', messageList)]

/** Page of contact messages. */
export function ContactPage() {
  return <ListPage title="Contact Us" tabs={tabs} />
}
