import { type View, views } from '@kobo/contract/views'
import { Button } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useIsSupported } from '../../api/config.ts'
import { storeListDefaults } from '../../api/list-defaults.ts'
import { useSession } from '../../api/session.tsx'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { keyHint } from '../../ui/key-hint.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { useOpener } from '../../ui/use-opener.ts'
import { usePageKeys } from '../../ui/use-page-keys.ts'
import type { ListWithState } from '../enclosing-list.ts'
import { useLook } from '../use-list-view.ts'
import { today } from '../filter-fields.tsx'
import { openView, type ViewDialog } from './open-view.ts'
import { daysOf, isSameLook, isSameState, lookOf, queryOf, readView, sourceOf } from './view-state.ts'
import classes from './views.module.css'

const ViewsMenu = lazyComponent(() => import('./views-menu.tsx'), 'ViewsMenu', { over: true })
const SaveView = lazyComponent(() => import('./view-dialogs.tsx'), 'SaveView', { over: true })
const RenameView = lazyComponent(() => import('./view-dialogs.tsx'), 'RenameView', { over: true })
const RemoveView = lazyComponent(() => import('./view-dialogs.tsx'), 'RemoveView', { over: true })

/** Polling interval of the chosen view in milliseconds, which colleagues may change. */
const everyMs = 60_000

/** Menu of the list's views, and what became of the chosen one. Absent from lists without filters. */
export function ViewsButton({ of }: { of: ListWithState }) {
  const isSupported = useIsSupported(views.list)
  return isSupported && of.list.filters.length > 0 && <Views of={of} />
}

function Views({ of }: { of: ListWithState }) {
  const { list, shown } = of
  const { view: viewId } = shown.control
  const { button, panel } = useOpener('menu', ViewsMenu.load)
  const [dialog, setDialog] = useState<ViewDialog | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const query = useApiQuery(views.list, viewId ? { place: list.name, viewId } : null, { pollMs: everyMs })
  const chosen = query.data?.views.find(({ id }) => id === viewId)
  usePageKeys({ v: () => opener.current?.click() })
  const close = () => setDialog(null)
  const session = useSession()
  const listDefaults = session.state === 'signed-in' ? session.user.listDefaults : undefined
  useEffect(() => storeListDefaults(listDefaults), [listDefaults])

  return (
    <>
      {chosen ? (
        <ChosenView of={of} view={chosen} isFresh={!query.isFetching} onSaveAs={() => setDialog('save')} />
      ) : (
        viewId !== undefined && query.isSuccess && <RemovedView of={of} onSaveAs={() => setDialog('save')} />
      )}
      <Button
        {...button}
        ref={opener}
        variant="default"
        leftSection={<IconBookmark size={17} stroke={1.5} />}
        className={classes.button}
        title={chosen && `View: ${chosen.name}`}
        {...keyHint('V')}
      >
        <span className={classes.name}>{chosen?.name ?? 'Views'}</span>
      </Button>
      {panel && <ViewsMenu {...panel} of={of} chosen={chosen} onDialog={setDialog} />}
      {dialog === 'save' && <SaveView of={of} onClose={close} />}
      {dialog === 'rename' && chosen && <RenameView view={chosen} of={of} onClose={close} />}
      {dialog === 'remove' && chosen && <RemoveView view={chosen} of={of} onClose={close} />}
    </>
  )
}

interface ChosenViewProps {
  of: ListWithState
  view: View
  /** Whether it is as the server has it. */
  isFresh: boolean
  onSaveAs: () => void
}

/** What differs between the chosen view and the list: a colleague's change, or the operator's own. */
function ChosenView({ of, view, isFresh, onSaveAs }: ChosenViewProps) {
  const { list, shown } = of
  const { control } = shown
  const look = useLook(list, control)
  const changed = useApiMutation(views.change, { about: view.id })
  const isOutdated = view.version > (control.viewVersion ?? view.version)
  if (isOutdated) {
    return (
      <Notice text={`This view was changed by ${view.changedBy.name}`}>
        <Button size="compact-sm" variant="default" onClick={() => openView(of, view)}>
          Show
        </Button>
      </Notice>
    )
  }
  if (isSameState(control, readView(list, view, today()).state) && isSameLook(look, view.look)) return null

  function save() {
    const days = daysOf(today(), control.filters, view.days)
    changed.start(
      {
        viewId: view.id,
        version: view.version,
        query: queryOf(control, days),
        days,
        ...lookOf(list, look),
        ...sourceOf(of, days),
      },
      { onSuccess: ({ data }) => control.openView({ page: control.page }, data.view, 'replace') },
    )
  }
  return (
    <Notice text="Changed">
      {view.mayChange && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={changed.state === 'sending' || !isFresh}
          onClick={save}
          title={view.scope === 'TEAM' ? 'Changes the view for the whole team' : undefined}
        >
          {view.scope === 'TEAM' ? 'Save for the team' : 'Save'}
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={onSaveAs}>
        Save as
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => openView(of, view)}>
        Reset
      </Button>
    </Notice>
  )
}

function RemovedView({ of: { shown }, onSaveAs }: Pick<ChosenViewProps, 'of' | 'onSaveAs'>) {
  return (
    <Notice text="This view was removed">
      <Button size="compact-sm" variant="default" onClick={onSaveAs}>
        Save as
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => shown.control.openView({}, null, 'replace')}>
        Dismiss
      </Button>
    </Notice>
  )
}

function Notice({ text, children }: { text: string; children: ReactNode }) {
  return (
    <span className={classes.notice}>
      <span role="status">{text}</span>
      {children}
    </span>
  )
}
