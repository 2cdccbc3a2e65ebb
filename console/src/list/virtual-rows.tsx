import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { Fragment, useEffect, useRef } from 'react'
import tableClasses from '../ui/table.module.css'
import type { ListRow } from './list-call.ts'
import { bodyClass, rowDrawer, type RowsProps } from './list-rows.tsx'
import { rowHeight } from './use-list-view.ts'
import { useRowFocus } from './use-row-focus.ts'

/** Renders the visible rows, and the one that has the focus. */
export function VirtualRows<Row extends ListRow>(props: RowsProps<Row>) {
  const { rows, region, density, look, span } = props
  const height = rowHeight(density, look, span)
  const activeRow = useRef(0)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => region.current,
    estimateSize: () => height,
    overscan: 8,
    // A row scrolled out of view must keep the focus, or the next key would be lost.
    rangeExtractor: (range) => {
      const inSight = defaultRangeExtractor(range)
      return activeRow.current < range.count
        ? [...new Set([...inSight, activeRow.current])].sort((a, b) => a - b)
        : inSight
    },
  })
  const focus = useRowFocus(props, (index) => virtualizer.scrollToIndex(index, { align: 'auto' }))
  activeRow.current = focus.active
  useEffect(() => void virtualizer.measure(), [virtualizer, height])

  const renderRow = rowDrawer(props)
  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)
  return (
    <tbody {...focus.body} className={bodyClass(props.state)}>
      {items.map((item, position) => {
        const row = rows[item.index]
        const skipped = item.start - (items[position - 1]?.end ?? 0)
        return (
          row && (
            <Fragment key={row.id}>
              {skipped > 0 && <Gap height={skipped} columns={props.span} />}
              {renderRow(row, item.index, focus.active, item.index + 2)}
            </Fragment>
          )
        )
      })}
      <Gap height={virtualizer.getTotalSize() - (last?.end ?? 0)} columns={props.span} />
    </tbody>
  )
}

/** Placeholder with the height of the rows that are not rendered. */
function Gap({ height, columns }: { height: number; columns: number }) {
  return (
    <tr className={tableClasses.gap} aria-hidden>
      <td colSpan={columns} style={{ height }} />
    </tr>
  )
}
