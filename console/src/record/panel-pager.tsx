import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type ReactNode, use, useRef, useState } from 'react'
import { EnclosingList, type ListWithState } from '../list/enclosing-list.ts'
import { InQueue } from '../list/queue/in-queue.tsx'
import { QueueContext } from '../list/queue/use-queue.ts'
import { formatCount } from '../ui/format-count.ts'
import { useKeysIn } from '../ui/use-keys-in.ts'
import { areSingleKeysOn } from '../ui/use-page-keys.ts'
import classes from './panel-pager.module.css'
import { WorkProvider } from './work/work-context.tsx'

/** Provides the place of a panel's record in the queue of its list, if any, and the open work on it. */
export function PanelInQueue({ id, children }: { id: string; children: ReactNode }) {
  const around = use(EnclosingList)
  const content = <WorkProvider>{children}</WorkProvider>
  if (!around) return content
  return (
    <InQueue of={around.list} id={id}>
      {content}
    </InQueue>
  )
}

/** Position of the panel's row in its list, with buttons to the rows beside it. A queue has its own. */
export function PanelSteps({ id }: { id: string }) {
  const around = use(EnclosingList)
  return around && !use(QueueContext) && <Steps of={around} id={id} />
}

function Steps({ of: around, id }: { of: ListWithState; id: string }) {
  const { place, rows, previous, next } = useSteps(around, id)
  const steps = useRef<HTMLDivElement>(null)
  useKeysIn(steps, { j: next, k: previous })
  const title = (name: string, key: string) => (areSingleKeysOn() ? `${name} (${key})` : name)
  return (
    <div ref={steps} className={classes.steps}>
      {place !== null && `${formatCount(place)} of ${formatCount(rows)}`}
      <ActionIcon
        variant="default"
        aria-label="Previous"
        title={title('Previous', 'K')}
        disabled={!previous}
        onClick={previous}
      >
        <IconChevronUp size={16} />
      </ActionIcon>
      <ActionIcon variant="default" aria-label="Next" title={title('Next', 'J')} disabled={!next} onClick={next}>
        <IconChevronDown size={16} />
      </ActionIcon>
    </div>
  )
}

function useSteps({ list: { panel }, shown }: ListWithState, id: string) {
  const { rows = [], control } = shown
  const found = rows.findIndex((row) => row.id === id)
  const [lastIndex, setLastIndex] = useState(found)
  if (found >= 0 && found !== lastIndex) setLastIndex(found)
  const isThere = found >= 0
  const goTo = (index: number) => {
    const row = rows[index]
    return row && panel && (() => control.address.turn({ [panel.key]: row.id }))
  }
  return {
    /** Position of the row, starting at 1; null once it has left the list. */
    place: isThere ? found + 1 : null,
    rows: rows.length,
    previous: goTo(lastIndex - 1),
    // A row that left a filtered list, such as a decided one, was replaced by its successor.
    next: lastIndex < 0 ? undefined : goTo(isThere ? found + 1 : lastIndex),
  }
}
