import { NumberInput, type NumberInputProps } from '@mantine/core'
import type { Field } from './field.ts'

export type NumberFieldProps<V extends object> = Field<V> & Omit<NumberInputProps, keyof Field<V>>

/** A number with two decimals bound to a field of a form, empty as `''`. */
export function NumberField<V extends object>({ form, name, ...rest }: NumberFieldProps<V>) {
  const bound: { onChange: (value: number | '') => void } = form.getInputProps(name)
  return (
    <NumberInput
      name={name}
      decimalScale={2}
      fixedDecimalScale
      thousandSeparator=","
      // Otherwise a typed 5,001 would be five naira.
      allowedDecimalSeparators={['.']}
      allowNegative={false}
      // Money is never changed behind a person's back: neither by arrow keys nor when the field is left.
      withKeyboardEvents={false}
      hideControls
      clampBehavior="none"
      isAllowed={({ floatValue = 0 }) => floatValue < exactBelow}
      {...rest}
      {...bound}
      // The kit writes what ends in a zero as text; 10.00 and 10 are the same here.
      onChange={(value) => bound.onChange(value === '' ? '' : Number(value))}
    />
  )
}

/** Two decimals stay exact below this. */
const exactBelow = 1e12
