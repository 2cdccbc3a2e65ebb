import { NumberField, type NumberFieldProps } from './number-field.tsx'

/** Amount in naira bound to a form field. */
export function AmountField<V extends object>(props: NumberFieldProps<V>) {
  return <NumberField prefix="₦" {...props} />
}
