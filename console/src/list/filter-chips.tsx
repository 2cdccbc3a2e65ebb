import { IconX } from '@tabler/icons-react'
import { type Filter, type FilterValues, isChosen, without } from './filter.ts'
import classes from './filter-chips.module.css'

interface FilterChipsProps {
  filters: readonly Filter[]
  values: FilterValues
  onChange: (values: FilterValues) => void
}

/** What the list is narrowed to, each to be taken away. */
export function FilterChips({ filters, values, onChange }: FilterChipsProps) {
  const chosen = filters.filter((filter) => isChosen(filter, values))
  if (chosen.length === 0) return null
  return (
    <ul className={classes.chips} aria-label="Active filters">
      {chosen.map((filter) => {
        const text = filter.describe(values)
        return (
          <li key={text} className={classes.chip}>
            {text}
            <button
              type="button"
              className={classes.remove}
              aria-label={`Remove ${text}`}
              onClick={() => onChange(without(filter, values))}
            >
              <IconX size={14} stroke={1.75} aria-hidden />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
