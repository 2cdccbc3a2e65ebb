import { type WorkItem, workItems } from '@kobo/contract/work-items'
import { Button } from '@mantine/core'
import { useMay } from '../../api/use-may.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { useRowDialog } from '../../list/row-dialogs.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { preloadOnIntent } from '../../ui/preload.ts'
import classes from './work-bar.module.css'

const SnoozeItem = lazyComponent(() => import('./snooze-item.tsx'), 'SnoozeItem', { over: true })

/** Claims, releases or snoozes an item. In a list, the page's keys press the button of the row that has the focus. */
export function ItemButtons({ item }: { item: WorkItem }) {
  const may = useMay()
  const openDialog = useRowDialog()
  const claim = useApiMutation(workItems.claim, { about: item.id })
  const release = useApiMutation(workItems.release, { about: item.id })
  if (!may(workItems.claim)) return null
  const isOwn = item.claim?.isOwn ?? false
  const isOthers = item.claim != null && !isOwn
  return (
    <span className={classes.buttons}>
      {isOwn || (isOthers && may(workItems.assign)) ? (
        <Button
          size="compact-xs"
          variant="default"
          data-work="release"
          disabled={release.state === 'sending'}
          onClick={() => release.start({ itemId: item.id })}
        >
          Release
        </Button>
      ) : (
        <Button
          size="compact-xs"
          variant="default"
          data-work="claim"
          disabled={isOthers || claim.state === 'sending'}
          title={isOthers ? `${item.claim?.staffName} has this` : undefined}
          onClick={() => claim.start({ itemId: item.id })}
        >
          Claim
        </Button>
      )}
      {may(workItems.snooze) && (
        <Button
          size="compact-xs"
          variant="default"
          data-work="snooze"
          onClick={() => openDialog(item, SnoozeItem)}
          {...preloadOnIntent(SnoozeItem.load)}
        >
          Snooze
        </Button>
      )}
    </span>
  )
}
