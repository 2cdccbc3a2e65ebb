import { NumberField, type NumberFieldProps } from './number-field.tsx'

/** An amount in naira bound to a field of a form. */
export function AmountField<V extends object>(props: NumberFieldProps<V>) {
  return <NumberField prefix="₦" {...props} />
}
