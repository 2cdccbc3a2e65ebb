import { createContext, useState } from 'react'
import type { Panel, PanelProps } from '../list/define-list.ts'
import type { ListRow } from '../list/list-call.ts'
import type { ListShown } from '../list/list-context.ts'

/** What is shown of the list that a panel stands over. */
export type Around = Pick<ListShown<unknown, ListRow>, 'control' | 'rows'>

interface Steps {
  /** Which of the rows it is, counted from one; missing once it has left the list. */
  place: number | null
  rows: number
  previous: (() => void) | undefined
  next: (() => void) | undefined
}

export const StepsAround = createContext<Steps | null>(null)

/** A panel from which one goes to the next and the previous row without leaving it: by `<PanelSteps>`, J and K. */
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
  const [kept, setKept] = useState(found)
  if (found >= 0 && found !== kept) setKept(found)
  const isThere = found >= 0
  const goTo = (place: number) => {
    const row = rows[place]
    return row && (() => control.address.turn({ [key]: row.id }))
  }
  return {
    place: isThere ? found + 1 : null,
    rows: rows.length,
    previous: goTo(kept - 1),
    // A row that has left a filtered list, being decided, left its place to the next.
    next: kept < 0 ? undefined : goTo(isThere ? found + 1 : kept),
  }
}
