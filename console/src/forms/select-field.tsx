import type { SelectProps } from '@mantine/core'
import { Select } from '../ui/select.tsx'
import type { Field } from './field.ts'

type SelectFieldProps<V extends object> = Field<V> & Omit<SelectProps, keyof Field<V>>

/** Select bound to a form field. A value can be changed but not cleared. */
export function SelectField<V extends object>({ form, name, ...rest }: SelectFieldProps<V>) {
  return <Select name={name} allowDeselect={false} openOnFocus={false} {...rest} {...form.getInputProps(name)} />
}
