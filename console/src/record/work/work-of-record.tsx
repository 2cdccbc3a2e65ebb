import type { RecordReference } from '@kobo/contract/kit/record-kinds'
import { type WorkItem, workItems } from '@kobo/contract/work-items'
import { use, useEffect, useRef, useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { useIsSupported } from '../../api/config.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { useMay } from '../../api/use-may.ts'
import { useMinuteClock } from '../../api/use-minute-clock.ts'
import { QueueContext } from '../../list/queue/use-queue.ts'
import { RowDialogs } from '../../list/row-dialogs.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { keyHint } from '../../ui/key-hint.tsx'
import { useKeysIn } from '../../ui/use-keys-in.ts'
import { Due, dueText, urgencyOf } from './due.tsx'
import { holderSentence } from './holder.ts'
import { ItemButtons } from './item-buttons.tsx'
import { kindTexts } from './kind-text.ts'
import { countsPollMs } from './poll.ts'
import { useNextItem } from './use-next-item.ts'
import { WorkContext } from './work-context.tsx'
import classes from './work-bar.module.css'

interface WorkOfRecordProps {
  of: Pick<RecordReference, 'type' | 'id'>
  place: 'page' | 'panel'
}

/** Items of a record with their buttons; once they are done, the next item, unless a queue opens it. */
export function WorkOfRecord({ of: record, place }: WorkOfRecordProps) {
  const isOffered = useMay()(workItems.record)
  const isSupported = useIsSupported(workItems.record)
  const request = { recordType: record.type, recordId: record.id }
  const { data } = useApiQuery(workItems.record, isOffered && isSupported ? request : null, {
    pollMs: countsPollMs,
    background: true,
  })
  const items = data?.items
  const setItems = use(WorkContext)?.setItems
  useEffect(() => setItems?.(items ?? []), [items, setItems])
  const [hadWork, setHadWork] = useState(false)
  if (!hadWork && items !== undefined && items.length > 0) setHadWork(true)
  const isInQueue = use(QueueContext) !== null
  const isDone = items?.length === 0 && hadWork && !isInQueue
  const isShown = isDone || (items !== undefined && items.length > 0)
  return (
    <RowDialogs rows={items}>
      {isShown && (
        <section className={classes.bar} data-place={place} aria-label="Work">
          {isDone ? <NextItem /> : items?.map((item) => <Item key={item.id} of={item} />)}
        </section>
      )}
    </RowDialogs>
  )
}

function Item({ of: item }: { of: WorkItem }) {
  const now = useMinuteClock()
  return (
    <div className={classes.item}>
      <span>
        <strong>{kindTexts(item.kind).label}</strong>
        {urgencyOf(item, now) !== 'late' && ' due'} <Due of={item} />
      </span>
      <span>{holderSentence(item)}</span>
      {item.note && <span className={classes.note} title={item.note}>{`Note: ${item.note}`}</span>}
      <ItemButtons item={item} />
    </div>
  )
}

/** The item that the operator would be given next, also opened by N. */
function NextItem() {
  const may = useMay()(workItems.next)
  const { data } = useApiQuery(workItems.upcoming, may ? {} : null)
  const { state, takeNext } = useNextItem()
  const line = useRef<HTMLDivElement>(null)
  const item = data?.item
  useKeysIn(line, { n: item ? takeNext : undefined })
  if (data === undefined) return 'Done'
  return (
    <div ref={line} className={classes.item} role="status">
      {item ? (
        <>
          <span>
            Done. Next: <strong>{`${kindTexts(item.kind).label} of ${item.record.name}`}</strong>, {dueSentence(item)}
          </span>
          <BusyButton
            size="compact-xs"
            busy={state === 'sending'}
            busyText="Finding..."
            onClick={takeNext}
            {...keyHint('N')}
          >
            Open
          </BusyButton>
        </>
      ) : (
        'Done. Nothing else is waiting for you'
      )}
    </div>
  )
}

function dueSentence(item: WorkItem): string {
  const now = serverNow()
  return urgencyOf(item, now) === 'late' ? dueText(item, now) : `due ${dueText(item, now)}`
}
