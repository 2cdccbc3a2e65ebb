import { viewDays } from '@kobo/contract/kit/date-presets'
import { type View, views } from '@kobo/contract/views'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { type ReactNode, type SubmitEvent, useId, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { useMay } from '../../api/use-may.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { keepFocus } from '../../ui/field-errors.ts'
import { Select } from '../../ui/select.tsx'
import { useUnsavedInput } from '../../ui/unsaved-input.ts'
import type { ListWithState } from '../enclosing-list.ts'
import { isChosen } from '../filter.ts'
import { today } from '../filter-fields.tsx'
import { useLook } from '../use-list-view.ts'
import { matchingDays } from './view-days.ts'
import { lookOf, proposedName, queryOf, sourceOf } from './view-state.ts'
import classes from './views.module.css'

interface DialogProps {
  of: ListWithState
  onClose: () => void
}

const nameSchema = views.create.body.shape.name
const fixedDates = 'FIXED'

/** Saves what the list shows as a new view, and chooses it. */
export function SaveView({ of: { list, shown }, onClose }: DialogProps) {
  const { control } = shown
  const may = useMay()
  const look = useLook(list, control)
  const created = useApiMutation(views.create)
  const matching = matchingDays(today(), control.filters)
  const field = useName(proposedName(list, control, today()))
  const [chosenDays, setDays] = useState<string>(matching[0]?.value ?? fixedDates)
  const [isShared, setShared] = useState(false)
  const days = viewDays.find((value) => value === chosenDays) ?? null
  const kept = list.filters.filter((filter) => isChosen(filter, control.filters))

  const save = (name: string) =>
    created.start(
      {
        place: list.name,
        call: list.call.path,
        name,
        scope: isShared ? 'TEAM' : 'PERSONAL',
        query: queryOf(control, days),
        days,
        ...lookOf(list, look),
        ...sourceOf({ list, shown }, days),
      },
      {
        onSuccess: ({ data }) => {
          field.unsaved.release()
          control.openView({ page: control.page }, data.view, 'replace')
          onClose()
        },
        onError: field.refuse,
      },
    )
  return (
    <NameDialog
      title="Save view"
      action="Save view"
      {...{ field, onClose }}
      onSave={save}
      isBusy={created.state === 'sending'}
    >
      {matching.length > 0 && (
        <Select
          label="Dates"
          data={[
            ...matching.map(({ value, label }) => ({ value, label: `${label}, on the day it is opened` })),
            { value: fixedDates, label: 'These dates' },
          ]}
          value={chosenDays}
          onChange={(value) => setDays(value ?? fixedDates)}
          allowDeselect={false}
        />
      )}
      {may({ permission: 'views.share' }) && (
        <Checkbox
          label="Share with the team"
          checked={isShared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
      )}
      <p className={classes.kept}>
        {kept.length === 0 && control.search === ''
          ? 'The view keeps the page size, the columns and the row height. The list has no search or filter now.'
          : 'The view keeps the search, the filters, the page size, the columns and the row height, not the rows.'}
      </p>
    </NameDialog>
  )
}

/** Renames a view. */
export function RenameView({ of: { shown }, view, onClose }: DialogProps & { view: View }) {
  const { control } = shown
  const changed = useApiMutation(views.change, { about: view.id })
  const field = useName(view.name)
  const save = (name: string) =>
    changed.start(
      { viewId: view.id, version: view.version, name },
      {
        onSuccess: ({ data }) => {
          field.unsaved.release()
          // A version that is not on screen yet stays announced.
          if (control.viewVersion === view.version) {
            control.openView({ page: control.page }, { ...data.view, look: control.look }, 'replace')
          }
          onClose()
        },
        onError: field.refuse,
      },
    )
  return (
    <NameDialog
      title="Rename view"
      action="Rename"
      {...{ field, onClose }}
      onSave={save}
      isBusy={changed.state === 'sending'}
    >
      {view.scope === 'TEAM' && <p className={classes.kept}>The whole team sees the new name.</p>}
    </NameDialog>
  )
}

/** Removes a view; the list stays as it is. */
export function RemoveView({ of: { shown }, view, onClose }: DialogProps & { view: View }) {
  const removed = useApiMutation(views.remove, { about: view.id })
  const remove = () =>
    removed.start(
      { viewId: view.id },
      {
        onSuccess: () => {
          shown.control.openView({}, null, 'replace')
          onClose()
        },
      },
    )
  return (
    <Dialog
      title="Remove view"
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton
            busy={removed.state === 'sending'}
            busyText="Removing..."
            color="var(--kobo-red)"
            c="var(--kobo-bg)"
            data-autofocus
            onClick={remove}
          >
            Remove
          </BusyButton>
        </>
      }
    >
      <p className={classes.question}>
        Remove <strong>{view.name}</strong>
        {view.scope === 'TEAM' ? ' for the whole team?' : '?'}
      </p>
    </Dialog>
  )
}

/** Name of a view while it is edited, with its error. */
function useName(start: string) {
  const [name, setName] = useState(start)
  const [error, setError] = useState<string | null>(null)
  const unsaved = useUnsavedInput(name !== start, () => setName(start))
  return {
    name,
    error,
    unsaved,
    isDirty: name !== start,
    change(next: string) {
      setName(next)
      setError(null)
    },
    check(): boolean {
      const problem = nameSchema.safeParse(name).error?.issues[0]?.message ?? null
      setError(problem)
      return problem === null
    },
    refuse(problem: Error) {
      setError((problem instanceof ApiError && problem.fields?.['name']) || null)
    },
  }
}

interface NameDialogProps {
  title: string
  action: string
  field: ReturnType<typeof useName>
  isBusy: boolean
  onSave: (name: string) => void
  onClose: () => void
  children: ReactNode
}

function NameDialog({ title, action, field, isBusy, onSave, onClose, children }: NameDialogProps) {
  const formId = useId()
  const leave = () => field.unsaved.leave(onClose)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isBusy && field.check()) onSave(field.name)
  }
  return (
    <Dialog
      title={title}
      onClose={leave}
      footer={
        <>
          <Button variant="default" onClick={leave} onMouseDown={keepFocus}>
            Cancel
          </Button>
          <BusyButton type="submit" form={formId} busy={isBusy} busyText="Saving..." onMouseDown={keepFocus}>
            {action}
          </BusyButton>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className={classes.form}>
        <TextInput
          label="Name"
          value={field.name}
          error={field.error}
          maxLength={200}
          data-autofocus
          onChange={(event) => field.change(event.currentTarget.value)}
        />
        {children}
      </form>
    </Dialog>
  )
}
