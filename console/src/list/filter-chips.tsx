import { IconX } from '@tabler/icons-react'
import { type Filter, type FilterValues, isChosen, without } from './filter.ts'
import classes from './filter-chips.module.css'

interface FilterChipsProps {
  filters: readonly Filter[]
  values: FilterValues
  onChange: (values: FilterValues) => void
}

/** Active filters, each with a remove button. */
export function FilterChips({ filters, values, onChange }: FilterChipsProps) {
  const chosen = filters.filter((filter) => isChosen(filter, values))
  if (chosen.length === 0) return null
  return (
    <ul className={classes.chips} aria-label="Active filters">
      {chosen.map((filter) => (
        <Chip key={filter.label} {...{ filter, values }} onRemove={() => onChange(without(filter, values))} />
      ))}
    </ul>
  )
}

interface ChipProps {
  filter: Filter
  values: FilterValues
  onRemove: () => void
}

function Chip({ filter: { describe, Named }, values, onRemove }: ChipProps) {
  const content = (named: FilterValues) => {
    const text = describe(named)
    return (
      <>
        {text}
        <button type="button" className={classes.remove} aria-label={`Remove ${text}`} onClick={onRemove}>
          <IconX size={14} stroke={1.75} aria-hidden />
        </button>
      </>
    )
  }
  return <li className={classes.chip}>{Named ? <Named values={values}>{content}</Named> : content(values)}</li>
}
