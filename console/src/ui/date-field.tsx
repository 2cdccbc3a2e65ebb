import { DateInput } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { IconCalendar } from '@tabler/icons-react'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import type { ReactNode } from 'react'
import classes from './date-field.module.css'

// Without it dayjs reads 01/02/2024 as 2 January.
dayjs.extend(customParseFormat)

const format = 'DD/MM/YYYY'

export interface DateFieldProps {
  label: string
  /** `yyyy-MM-dd` */
  value: string | null
  onChange: (day: string | null) => void
  min?: string
  max?: string
  disabled?: boolean
  error?: ReactNode
  name?: string
  onBlur?: () => void
}

/** A day, typed or picked as `dd/MM/yyyy`. */
export function DateField({ label, value, min, max, ...rest }: DateFieldProps) {
  return (
    <DateInput
      {...rest}
      label={label}
      placeholder="dd/mm/yyyy"
      valueFormat={format}
      dateParser={readDay}
      value={value}
      minDate={min}
      maxDate={max}
      clearable
      weekendDays={[]}
      clearSectionMode="clear"
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      rightSection={value ? undefined : <IconCalendar size={16} stroke={1.5} aria-hidden />}
      rightSectionPointerEvents={value ? 'all' : 'none'}
    />
  )
}

export interface DayRange {
  start: string | null
  end: string | null
}

interface DayRangeFieldsProps extends DayRange {
  max?: string
  errors?: { start: ReactNode; end: ReactNode }
  onChange: (range: DayRange) => void
}

/** A start and an end day: choosing a start clears the end, and there is no end without a start. */
export function DayRangeFields({ start, end, max, errors, onChange }: DayRangeFieldsProps) {
  return (
    <div className={classes.range}>
      <DateField
        label="Start date"
        value={start}
        max={max}
        error={errors?.start}
        onChange={(day) => {
          if (day !== start) onChange({ start: day, end: null })
        }}
      />
      <DateField
        label="End date"
        value={end}
        min={start ?? undefined}
        max={max}
        disabled={start === null}
        error={errors?.end}
        onChange={(day) => onChange({ start, end: day })}
      />
    </div>
  )
}

function readDay(typed: string): string | null {
  const day = dayjs(typed.trim(), format, true)
  return day.isValid() ? day.format('YYYY-MM-DD') : null
}
