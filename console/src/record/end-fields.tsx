import { lagosDay } from '@kobo/contract/kit/day'
import type { UseFormReturnType } from '@mantine/form'
import { serverNow } from '../../api/clock.ts'
import { DateField } from '../../ui/date-input.tsx'
import { Select } from '../../ui/select.tsx'
import classes from './freeze-dialog.module.css'
import { type FreezeValues, emptyValues } from './freeze-values.ts'

const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)

/** Day and hour at which a freeze ends by itself. */
export function EndFields({ form }: { form: UseFormReturnType<FreezeValues> }) {
  const { until } = form.values
  return (
    <div className={classes.end}>
      <DateField
        label="Ends by itself (optional)"
        value={until.day || null}
        min={lagosDay(new Date(serverNow()))}
        error={form.errors['until']}
        onChange={(day) => form.setFieldValue('until', { ...until, day: day ?? '' })}
      />
      <Select
        label="At, in Lagos"
        data={hours}
        value={until.hour}
        allowDeselect={false}
        disabled={until.day === ''}
        onChange={(hour) => form.setFieldValue('until', { ...until, hour: hour ?? emptyValues.until.hour })}
      />
    </div>
  )
}
