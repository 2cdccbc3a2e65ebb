import { Switch, type SwitchProps } from '@mantine/core'
import type { Field } from './field.ts'

type SwitchFieldProps<V extends object> = Field<V> & Omit<SwitchProps, keyof Field<V>>

/** Boolean bound to a form field. */
export function SwitchField<V extends object>({ form, name, ...rest }: SwitchFieldProps<V>) {
  return <Switch name={name} {...rest} {...form.getInputProps(name, { type: 'checkbox' })} />
}
