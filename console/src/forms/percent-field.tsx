import { NumberField, type NumberFieldProps } from './number-field.tsx'

/** A percentage bound to a field of a form. */
export function PercentField<V extends object>(props: NumberFieldProps<V>) {
  return <NumberField suffix="%" {...props} />
}
