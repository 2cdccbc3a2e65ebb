import { DateInput } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { IconCalendar } from '@tabler/icons-react'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './date-input.module.css'
import { keepFocus } from './field-errors.ts'
import { pickerDay } from './dates.tsx'

// Without it dayjs reads 01/02/2024 as 2 January.
dayjs.extend(customParseFormat)

const format = 'DD/MM/YYYY'
const calendarLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
}

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

/** A day, typed or picked as `dd/MM/yyyy`. Invalid input is kept, and its error appears on blur. */
export function DateField({ label, value, min, max, error, onBlur, ...rest }: DateFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [inputError, setInputError] = useState('')
  useEffect(() => {
    const box = input.current
    box?.setCustomValidity(errorOf(box.value, min, max))
  }, [min, max])
  // A new value replaces the typed text.
  useEffect(() => {
    input.current?.setCustomValidity('')
    setInputError('')
  }, [value])
  return (
    <DateInput
      {...rest}
      classNames={{ day: classes.day, monthsListControl: classes.day, yearsListControl: classes.day }}
      ref={input}
      error={inputError || error}
      onInput={({ currentTarget: box }) => {
        box.setCustomValidity(errorOf(box.value, min, max))
        setInputError('')
      }}
      onInvalid={() => setInputError(input.current?.validationMessage ?? '')}
      onBlur={() => {
        setInputError(input.current?.validationMessage ?? '')
        onBlur?.()
      }}
      fixOnBlur={false}
      label={label}
      placeholder="dd/mm/yyyy"
      valueFormat={format}
      dateParser={readDay}
      value={value}
      minDate={min}
      maxDate={max}
      clearable
      weekendDays={[]}
      ariaLabels={calendarLabels}
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
  /** Presets, each with a button. */
  usual?: readonly { label: string; start: string; end: string }[] | undefined
  onChange: (range: DayRange) => void
}

/** Start and end day. Choosing a start clears the end, and there is no end without a start. */
export function DayRangeFields({ start, end, max, errors, usual, onChange }: DayRangeFieldsProps) {
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
      {usual && (
        <div className={classes.usual} role="group" aria-label="Date presets">
          {usual.map(({ label, ...days }) => (
            <Button
              key={label}
              size="compact-xs"
              variant="default"
              aria-pressed={days.start === start && days.end === end}
              onMouseDown={keepFocus}
              onClick={() => onChange(days)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

/** Returns the error of the typed text; empty if it is valid. */
function errorOf(typed: string, min?: string, max?: string): string {
  const day = readDay(typed)
  if (typed.trim() === '') return ''
  if (day === null)
    return /^\d\d\/\d\d\/\d{4}$/.test(typed.trim())
      ? 'This date does not exist'
      : 'Date must have the format dd/MM/yyyy'
  if (min && day < min) return `Date must not be before ${pickerDay(min)}`
  return max && day > max ? `Date must not be after ${pickerDay(max)}` : ''
}

function readDay(typed: string): string | null {
  const day = dayjs(typed.trim(), format, true)
  return day.isValid() ? day.format('YYYY-MM-DD') : null
}
