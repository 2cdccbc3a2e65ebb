import { lagosDay } from '@kobo/contract/kit/day'
import type { ReactNode } from 'react'
import { serverNow } from '../api/clock.ts'
import { DateField } from '../ui/date-input.tsx'
import { Select } from '../ui/select.tsx'
import classes from './end-fields.module.css'
import { type EndTime, noEnd } from './end-time.ts'

const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)

interface EndFieldsProps {
  value: EndTime
  error: ReactNode
  onChange: (end: EndTime) => void
}

/** Day and hour at which a freeze or lien ends by itself. */
export function EndFields({ value, error, onChange }: EndFieldsProps) {
  return (
    <div className={classes.end}>
      <DateField
        label="Ends by itself (optional)"
        value={value.day || null}
        min={lagosDay(new Date(serverNow()))}
        error={error}
        onChange={(day) => onChange({ ...value, day: day ?? '' })}
      />
      <Select
        label="At, in Lagos"
        data={hours}
        value={value.hour}
        allowDeselect={false}
        disabled={value.day === ''}
        onChange={(hour) => onChange({ ...value, hour: hour ?? noEnd.hour })}
      />
    </div>
  )
}
