import { Button } from '@mantine/core'
import { type SubmitEvent, useId, useState } from 'react'
// With the fields that may stand in it, so that it opens whole.
import '../ui/date-field.tsx'
import './filter-controls.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { hasUnread, keepFocus } from '../ui/field-errors.ts'
import type { Filter, FilterValues } from './filter.ts'
import classes from './filter-dialog.module.css'

/** How many fields stand below each other; more of them stand in pairs. */
const inOneColumn = 6

interface FilterDialogProps {
  title: string
  filters: readonly Filter[]
  /** What is chosen now. */
  values: FilterValues
  onApply: (values: FilterValues) => void
  onReset: () => void
  onClose: () => void
}

/** Asks what a list should be narrowed to. It stands only while it is open, so that it always opens with what holds. */
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
