import { otherMode } from '@kobo/contract/kit/mode'
import { mostUnread, notifications } from '@kobo/contract/notifications'
import { Popover, SegmentedControl } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useMode } from '../../../api/session.tsx'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { useApiQuery } from '../../../api/use-api-query.ts'
import { paths } from '../../../paths.ts'
import { DialogPages } from '../../../record/dialog-pages.tsx'
import { QueryContent } from '../../../record/query-content.tsx'
import { nameOfMode } from '../../../record/subject.tsx'
import { useChangeMode } from '../../../record/use-change-mode.ts'
import { countsPollMs } from '../../../record/work/poll.ts'
import { Anchor } from '../../../ui/anchor.tsx'
import { SkeletonBar } from '../../../ui/skeleton-bar.tsx'
import type { PanelProps } from '../../../ui/use-opener.ts'
import { NotificationItem } from './notification-item.tsx'
import classes from './notification-panel.module.css'

const size = 10
const states = [
  { value: '', label: 'All' },
  { value: 'UNREAD', label: 'Unread' },
]

/** The operator's notifications of the mode, newest first; the newest are refreshed while it is open. */
export function NotificationPanel({ id, at, onClose }: PanelProps) {
  const titleId = useId()
  const [state, setState] = useState('')
  const [page, setPage] = useState(1)
  const readAll = useApiMutation(notifications.readAll, { silent: true })
  const request = { page, size, ...(state !== '' && { state }) }
  const query = useApiQuery(notifications.list, request, { pollMs: countsPollMs, keepPrevious: true })
  const [newest] = query.data?.notifications ?? []
  const mayReadAll = newest !== undefined && page === 1 && (query.data?.unread ?? 0) > 0
  return (
    // The bell never scrolls out of view, so the panel need not be hidden when detached.
    <Popover
      opened
      id={id}
      onDismiss={onClose}
      position="bottom-end"
      width="min(400px, calc(100vw - 16px))"
      shadow="md"
      trapFocus
      hideDetached={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <Anchor at={at} />
      </Popover.Target>
      <Popover.Dropdown className={classes.panel} aria-labelledby={titleId}>
        <div className={classes.head}>
          <h2 id={titleId} className={classes.title}>
            Notifications
          </h2>
          <Link
            to={paths.settings({ status: 'notifications' })}
            className={classes.settings}
            aria-label="Notification settings"
            title="Notification settings"
            onClick={onClose}
          >
            <IconSettings size={17} stroke={1.5} aria-hidden />
          </Link>
        </div>
        <div className={classes.tools}>
          <SegmentedControl
            aria-label="Which notifications"
            size="xs"
            data={states}
            value={state}
            onChange={(value) => {
              setState(value)
              setPage(1)
            }}
            transitionDuration={0}
          />
          <button
            type="button"
            className={classes.action}
            // It keeps the focus, without which Escape would not close the panel.
            aria-disabled={!mayReadAll}
            onClick={() => mayReadAll && readAll.state === 'idle' && readAll.start({ upTo: newest.id })}
          >
            Mark all as read
          </button>
        </div>
        <QueryContent from={query} skeleton={<Skeleton />}>
          {({ notifications: shown, total, unreadElsewhere }) => (
            <>
              {shown.length === 0 && (
                <p className={classes.empty} role="status">
                  {state === ''
                    ? 'Nothing yet. You are notified here of records that you watch'
                    : 'You have read everything'}
                </p>
              )}
              <ul className={classes.items} aria-label="Notifications">
                {shown.map((notification) => (
                  <NotificationItem key={notification.id} of={notification} onOpen={onClose} />
                ))}
              </ul>
              <DialogPages
                {...{ page, size, total }}
                rows={shown.length}
                isLoading={query.isPlaceholderData}
                onPage={setPage}
              />
              {unreadElsewhere > 0 && <Elsewhere unread={unreadElsewhere} onOpen={onClose} />}
            </>
          )}
        </QueryContent>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Says how many wait in the other mode, and changes to it. */
function Elsewhere({ unread, onOpen }: { unread: number; onOpen: () => void }) {
  const mode = useMode()
  const { turnTo, state } = useChangeMode()
  if (mode === undefined) return null
  const other = otherMode(mode)
  const count = unread >= mostUnread ? `${mostUnread - 1}+` : unread
  return (
    <p className={classes.elsewhere}>
      {count} unread in {nameOfMode(other)}
      <button
        type="button"
        className={classes.action}
        disabled={state === 'sending'}
        onClick={() => {
          onOpen()
          void turnTo(other)
        }}
      >
        Switch to {nameOfMode(other)}
      </button>
    </p>
  )
}

function Skeleton() {
  return (
    <div className={classes.waiting}>
      {['80%', '65%', '90%', '70%'].map((width) => (
        <SkeletonBar key={width} width={width} />
      ))}
    </div>
  )
}
