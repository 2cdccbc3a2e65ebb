import { DateField as DayField, type DateFieldProps as DayFieldProps } from '../ui/date-input.tsx'
import { bind, type Field } from './field.ts'

type DateFieldProps<V extends object> = Field<V> & Pick<DayFieldProps, 'label' | 'min' | 'max'>

/** Day bound to a form field, stored as `yyyy-MM-dd` and empty as `''`. The calendar is large, so forms with it load lazily. */
export function DateField<V extends object>({ form, name, ...rest }: DateFieldProps<V>) {
  const { value, onChange, ...bound } = bind<string>(form, name)
  return <DayField name={name} {...rest} {...bound} value={value || null} onChange={(day) => onChange(day ?? '')} />
}
