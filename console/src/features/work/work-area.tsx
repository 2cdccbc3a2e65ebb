import { workKindNames } from '@kobo/contract/kit/work-kinds'
import { workItems } from '@kobo/contract/work-items'
import { IconArrowRight, IconArrowsExchange } from '@tabler/icons-react'
import { useMay } from '../../api/use-may.ts'
import { List } from '../../list/list.tsx'
import { type ListTabs, listTab } from '../../list/list-page.tsx'
import { DialogButton } from '../../record/dialog-button.tsx'
import { useNextItem } from '../../record/work/use-next-item.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { usePageKeys } from '../../ui/use-page-keys.ts'
import { useSearchParams } from '../../ui/use-search-params.ts'
import { PinnedViews } from './pinned-views.tsx'
import { WorkCounts } from './work-counts.tsx'
import { workList } from './work-list.tsx'
import classes from './work.module.css'

const TeamTab = lazyComponent(() => import('./team-tab.tsx'), 'TeamTab')
const ClocksTab = lazyComponent(() => import('./clocks-tab.tsx'), 'ClocksTab')
const HandOver = lazyComponent(() => import('./work-dialogs.tsx'), 'HandOver', { over: true })

export const tabs: ListTabs = [
  { ...listTab('items', workList), label: 'My work', content: <MyWork /> },
  { status: 'team', label: 'Team', content: <TeamTab />, addition: true },
  { status: 'clocks', label: 'Clocks', content: <ClocksTab />, addition: true },
]

function MyWork() {
  usePageKeys({ c: pressInRow('claim'), u: pressInRow('release'), s: pressInRow('snooze') })
  return (
    <>
      <WorkCounts />
      <PinnedViews />
      <List of={workList} tab="items" />
    </>
  )
}

/** Returns a function that presses the button of the row that has the focus. */
function pressInRow(action: string) {
  return () => document.activeElement?.closest('tr')?.querySelector<HTMLElement>(`[data-work="${action}"]`)?.click()
}

/** Buttons beside the title: the next item, of the kinds that the list shows, and the end of a shift. */
export function Actions() {
  const may = useMay()
  const { kind = '' } = useSearchParams().search
  const shown = kind.split(',')
  const { state, takeNext } = useNextItem(workKindNames.filter((name) => shown.includes(name)))
  const mayWork = may(workItems.next)
  usePageKeys({ n: mayWork ? takeNext : undefined })
  return (
    <div className={classes.actions}>
      <DialogButton
        call={workItems.release}
        variant="default"
        icon={IconArrowsExchange}
        load={HandOver.load}
        renderDialog={(onClose) => <HandOver onClose={onClose} />}
      >
        Hand over
      </DialogButton>
      {mayWork && (
        <BusyButton
          leftSection={<IconArrowRight size={17} stroke={1.5} />}
          busy={state === 'sending'}
          busyText="Finding..."
          onClick={takeNext}
        >
          Next item
        </BusyButton>
      )}
    </div>
  )
}
