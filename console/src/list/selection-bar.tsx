import { Button } from '@mantine/core'
import type { ComponentType } from 'react'
import classes from './list.module.css'
import type { SelectedRows, Selection } from './selection.ts'
import { formatCount } from '../ui/format-count.ts'

interface ChosenBarProps<Row> {
  Actions: ComponentType<{ chosen: SelectedRows<Row>; onDone: () => void }>
  chosen: SelectedRows<Row>
  selection: Selection
  /** Number of matching records. */
  total: number
}

/** Number of selected rows, a button to select all matching ones, and the bulk actions. */
export function SelectionBar<Row>({ Actions, chosen, selection, total }: ChosenBarProps<Row>) {
  const count = formatCount(chosen.count)
  return (
    <div className={classes.chosen} role="group" aria-label="Selected rows">
      <span role="status">{chosen.kind === 'all' ? `All ${count} matching rows selected` : `${count} selected`}</span>
      {selection.state === 'every' && chosen.kind === 'rows' && total > chosen.count && (
        <Button size="compact-xs" variant="subtle" onClick={selection.chooseAll}>
          Select all {formatCount(total)} matching rows
        </Button>
      )}
      <Button size="compact-xs" variant="subtle" onClick={selection.clear}>
        Clear
      </Button>
      <span className={classes.chosenActions}>
        <Actions chosen={chosen} onDone={selection.clear} />
      </span>
    </div>
  )
}
