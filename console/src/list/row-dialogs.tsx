import { type ComponentType, createContext, type ReactNode, use, useCallback, useState } from 'react'
import type { ListRow } from './list-call.ts'

export interface RowDialogProps<Row> {
  /** The row when the dialog was opened. */
  row: Row
  /** The row as it is now; undefined once it has left the rows, and outside of a list. */
  current?: Row | undefined
  onClose: () => void
}

type OpenRowDialog = <Row extends ListRow>(row: Row, Dialog: ComponentType<RowDialogProps<Row>>) => void

const RowDialogContext = createContext<OpenRowDialog | null>(null)

interface RowDialogsProps {
  rows: readonly ListRow[] | undefined
  children: ReactNode
}

/** Renders the dialog of a row outside of the rows, so that it keeps its input when its row leaves them. */
export function RowDialogs({ rows, children }: RowDialogsProps) {
  const [opened, setOpened] = useState<Opened | null>(null)
  // Rows and dialog have one type, which the state cannot express.
  const open = useCallback<OpenRowDialog>((row, Dialog) => setOpened({ row, Dialog } as unknown as Opened), [])
  return (
    <RowDialogContext value={open}>
      {children}
      {opened && (
        <opened.Dialog
          row={opened.row}
          current={rows?.find(({ id }) => id === opened.row.id)}
          onClose={() => setOpened(null)}
        />
      )}
    </RowDialogContext>
  )
}

interface Opened {
  row: ListRow
  Dialog: ComponentType<RowDialogProps<ListRow>>
}

/** Returns a function that opens a dialog of a row in the enclosing `RowDialogs`. */
export function useRowDialog(): OpenRowDialog {
  const open = use(RowDialogContext)
  if (!open) throw new Error('RowDialogs is not mounted around this component')
  return open
}
