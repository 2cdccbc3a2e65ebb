import { createContext, useState } from 'react'
import type { Panel, PanelProps } from '../list/define-list.ts'
import type { ListRow } from '../list/list-call.ts'
import type { ListContextValue } from '../list/list-context.ts'

/** State of the list below a panel. */
export type Around = Pick<ListContextValue<unknown, ListRow>, 'control' | 'rows'>

interface Steps {
  /** Position of the row, starting at 1; null once it has left the list. */
  place: number | null
  rows: number
  previous: (() => void) | undefined
  next: (() => void) | undefined
}

export const StepsAround = createContext<Steps | null>(null)

/** Extends a panel with navigation to the next and previous row, by `<PanelSteps>`, J and K. */
export function stepping<Row>(panel: Panel<Row>, useAround: () => Around): Panel<Row> {
  function SteppingPanel(props: PanelProps<Row>) {
    const steps = useSteps(useAround(), panel.key, props.id)
    return (
      <StepsAround value={steps}>
        <panel.Panel {...props} />
      </StepsAround>
    )
  }
  return { ...panel, Panel: SteppingPanel }
}

function useSteps({ rows = [], control }: Around, key: string, id: string): Steps {
  const found = rows.findIndex((row) => row.id === id)
  const [lastIndex, setLastIndex] = useState(found)
  if (found >= 0 && found !== lastIndex) setLastIndex(found)
  const isThere = found >= 0
  const goTo = (index: number) => {
    const row = rows[index]
    return row && (() => control.address.turn({ [key]: row.id }))
  }
  return {
    place: isThere ? found + 1 : null,
    rows: rows.length,
    previous: goTo(lastIndex - 1),
    // A row that left a filtered list, such as a decided one, was replaced by its successor.
    next: lastIndex < 0 ? undefined : goTo(isThere ? found + 1 : lastIndex),
  }
}
