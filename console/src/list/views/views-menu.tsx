import type { Data } from '@kobo/contract/kit/call'
import { type View, views } from '@kobo/contract/views'
import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { currentSession, updateUser } from '../../api/session-store.ts'
import { useSession } from '../../api/session.tsx'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { useMay } from '../../api/use-may.ts'
import { Anchor } from '../../ui/anchor.tsx'
import type { PanelProps } from '../../ui/use-opener.ts'
import type { ListWithState } from '../enclosing-list.ts'
import { defaultOf } from '../use-list-query.ts'
import { openView, type ViewDialog } from './open-view.ts'
import { PinnedCount } from './pinned-count.tsx'
import classes from './views.module.css'

/** Whether a view is the operator's own or the team's, not only that of a link. */
function isListed({ isOwn, scope }: View): boolean {
  return isOwn || scope === 'TEAM'
}

interface ViewsMenuProps extends PanelProps {
  of: ListWithState
  chosen: View | undefined
  onDialog: (dialog: ViewDialog) => void
}

/** Menu of the operator's own views and those of the team, with what can be done about the chosen one. */
export function ViewsMenu({ id, at, onClose, of, chosen, onDialog }: ViewsMenuProps) {
  const { list, shown } = of
  const { control } = shown
  const may = useMay()
  const share = useApiMutation(views.change, { about: chosen?.id })
  const used = useApiMutation(views.use, { about: chosen?.id })
  const defaultView = defaultOf(useSession(), list)
  const isDefault = chosen !== undefined && defaultView === chosen.id
  const query = useApiQuery(views.list, { place: list.name, ...(control.view && { viewId: control.view }) })
  const all = query.data?.views ?? []
  const pinned = useApiQuery(views.counts, all.some(({ isPinned }) => isPinned) ? {} : null)
  const countOf = ({ id: viewId }: View) => pinned.data?.views.find((view) => view.id === viewId)
  const own = all.filter(({ scope, isOwn }) => isOwn && scope === 'PERSONAL')
  const others = all.filter(({ scope, isOwn }) => !isOwn && scope === 'PERSONAL')
  const ofTeam = all.filter(({ scope }) => scope === 'TEAM')
  const mayShare = chosen?.isOwn && chosen.scope === 'PERSONAL' && may({ permission: 'views.share' })

  function groupOf(label: string, group: readonly View[]) {
    if (group.length === 0) return null
    return (
      <>
        <Menu.Label>{label}</Menu.Label>
        {group.map((view) => (
          <Menu.Item
            key={view.id}
            aria-current={view.id === chosen?.id || undefined}
            rightSection={
              <>
                {view.isPinned && <PinnedCount of={countOf(view)} />}
                {view.id === chosen?.id && <IconCheck size={16} stroke={1.75} aria-hidden />}
              </>
            }
            onClick={() => openView(of, view)}
          >
            {view.name}
          </Menu.Item>
        ))}
      </>
    )
  }
  // The menu is closed when the reply arrives, so what follows cannot be a callback of the mutation. Failures are toasts.
  function begin({ id: viewId }: View) {
    const keep = ({ data }: { data: Data<typeof views.use> }) => {
      const now = currentSession()
      if (now.state === 'signed-in') updateUser({ ...now.user, listDefaults: data.listDefaults })
    }
    used.send({ viewId, isDefault: !isDefault }).then(keep, () => undefined)
  }
  function pin({ id: viewId, isPinned }: View) {
    used.send({ viewId, isPinned: !isPinned }).catch(() => undefined)
  }
  function shareChosen({ id: viewId, version }: View) {
    const show = ({ data }: { data: Data<typeof views.change> }) =>
      control.openView({ page: control.page }, { ...data.view, look: control.look }, 'replace')
    share.send({ viewId, version, scope: 'TEAM' }).then(show, () => undefined)
  }

  return (
    <Menu opened id={id} onClose={onClose} position="bottom-end" width={300} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Anchor at={at} />
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        <div className={classes.views}>
          {query.isPending && <p className={classes.text}>Loading views…</p>}
          {query.isError && !query.data && (
            <>
              <p className={classes.text} role="alert">
                The views could not be loaded
              </p>
              <Menu.Item closeMenuOnClick={false} onClick={() => void query.refetch()}>
                Try again
              </Menu.Item>
            </>
          )}
          {query.isSuccess && all.length === 0 && (
            <p className={classes.text}>No views yet. Filter the list, then save it as a view.</p>
          )}
          {groupOf('Your views', own)}
          {groupOf('Views of the team', ofTeam)}
          {groupOf('View of a link', others)}
        </div>
        <Menu.Divider />
        {control.view !== undefined && (
          <Menu.Item onClick={() => control.openView({ search: '', filters: {} }, null, 'push')}>
            Leave the view
          </Menu.Item>
        )}
        {chosen && (isDefault || isListed(chosen)) && (
          <Menu.Item onClick={() => begin(chosen)}>
            {isDefault ? 'Do not begin with this view' : 'Begin with this view'}
          </Menu.Item>
        )}
        {chosen && isListed(chosen) && (chosen.isPinned || chosen.isPinnable) && (
          <Menu.Item onClick={() => pin(chosen)}>{chosen.isPinned ? 'Unpin' : 'Pin with a live count'}</Menu.Item>
        )}
        <Menu.Item onClick={() => onDialog('save')}>Save as…</Menu.Item>
        {chosen?.mayChange && (
          <>
            <Menu.Item onClick={() => onDialog('rename')}>Rename…</Menu.Item>
            {mayShare && <Menu.Item onClick={() => shareChosen(chosen)}>Share with the team</Menu.Item>}
            <Menu.Item onClick={() => onDialog('remove')}>Remove…</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
