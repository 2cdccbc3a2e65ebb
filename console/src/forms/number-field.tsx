import type { NumberInputProps } from '@mantine/core'
import { NumberBox } from '../ui/number-box.tsx'
import type { Field } from './field.ts'

type NumberFieldProps<V extends object> = Field<V> & Omit<NumberInputProps, keyof Field<V> | 'onChange'>

/** Number with two decimals bound to a form field, empty as `''`. */
function NumberField<V extends object>({ form, name, ...rest }: NumberFieldProps<V>) {
  const bound: { onChange: (value: number | '') => void } = form.getInputProps(name)
  return <NumberBox name={name} {...rest} {...bound} />
}

/** Amount in naira bound to a form field. */
export function AmountField<V extends object>(props: NumberFieldProps<V>) {
  return <NumberField prefix="₦" {...props} />
}

/** Percentage bound to a form field. */
export function PercentField<V extends object>(props: NumberFieldProps<V>) {
  return <NumberField suffix="%" {...props} />
}
