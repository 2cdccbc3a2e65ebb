import { NumberField, type NumberFieldProps } from './number-field.tsx'

/** Percentage bound to a form field. */
export function PercentField<V extends object>(props: NumberFieldProps<V>) {
  return <NumberField suffix="%" {...props} />
}
