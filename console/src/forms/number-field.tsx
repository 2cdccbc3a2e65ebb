import type { NumberInputProps } from '@mantine/core'
import { NumberBox } from '../ui/number-box.tsx'
import type { Field } from './field.ts'

export type NumberFieldProps<V extends object> = Field<V> & Omit<NumberInputProps, keyof Field<V> | 'onChange'>

/** Number with two decimals bound to a form field, empty as `''`. */
export function NumberField<V extends object>({ form, name, ...rest }: NumberFieldProps<V>) {
  const bound: { onChange: (value: number | '') => void } = form.getInputProps(name)
  return <NumberBox name={name} {...rest} {...bound} />
}
