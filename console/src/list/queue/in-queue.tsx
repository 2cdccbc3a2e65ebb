import type { ReactNode } from 'react'
import type { List } from '../define-list.ts'
import type { ListReply, ListRow } from '../list-call.ts'
import { QueueContext, useQueue } from './use-queue.ts'

interface InQueueProps<Reply, Row> {
  /** List whose queue the search params may name. */
  of: List<Reply, Row>
  /** Record on screen. */
  id: string
  children: ReactNode
}

/** Provides a record's place in the queue to its bar and its decision. */
export function InQueue<Reply extends ListReply, Row extends ListRow>({ of, id, children }: InQueueProps<Reply, Row>) {
  return <QueueContext value={useQueue(of, id)}>{children}</QueueContext>
}
