import { Button } from '@mantine/core'
import { type SubmitEvent, useId, useState } from 'react'
// Preloaded with its fields, so that the dialog opens complete.
import '../ui/date-input.tsx'
import './filter-controls.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { hasUnread, keepFocus } from '../ui/field-errors.ts'
import type { Filter, FilterValues } from './filter.ts'
import classes from './filter-dialog.module.css'

/** Maximum number of fields in one column; more are laid out in pairs. */
const inOneColumn = 6

interface FilterDialogProps {
  title: string
  filters: readonly Filter[]
  /** Active filter values. */
  values: FilterValues
  onApply: (values: FilterValues) => void
  onReset: () => void
  onClose: () => void
}

/** Edits a list's filters. Mounted only while open, so that it always starts with the active values. */
export function FilterDialog({ title, filters, values, onApply, onReset, onClose }: FilterDialogProps) {
  const [chosen, setChosen] = useState(values)
  const formId = useId()

  const apply = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (hasUnread(event.currentTarget)) return
    onClose()
    onApply(chosen)
  }
  const reset = () => {
    onClose()
    onReset()
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={reset}>
            Reset
          </Button>
          <Button type="submit" form={formId} onMouseDown={keepFocus}>
            Apply Filter
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={apply}
        className={filters.length > inOneColumn ? classes.many : classes.few}
      >
        {filters.map(({ label, Field }) => (
          <Field key={label} values={chosen} onChange={(changed) => setChosen({ ...chosen, ...changed })} />
        ))}
      </form>
    </Dialog>
  )
}
