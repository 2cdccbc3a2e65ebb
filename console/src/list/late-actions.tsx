import { use } from 'react'
import { EnclosingList } from './enclosing-list.ts'
import { NewRowsNotice } from './new-rows-notice.tsx'
import { QueueButton } from './queue/queue-button.tsx'
import { ViewsButton } from './views/views-button.tsx'

/** Controls of the toolbar that load after the rows. They stand before all others, which therefore do not move. */
export function LateActions() {
  const around = use(EnclosingList)
  if (!around) return null
  return (
    <>
      <NewRowsNotice call={around.list.call} shown={around.shown} />
      <QueueButton of={around} />
      <ViewsButton of={around} />
    </>
  )
}
