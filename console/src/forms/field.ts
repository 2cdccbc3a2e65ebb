import type { GetInputPropsReturnType, UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'

/** Where a value stands among a form's values; what lies deeper has a path, such as `inflows.percentage`. */
export type FieldName<V> = {
  [K in keyof V & string]: V[K] extends Nested ? K | `${K}.${FieldName<V[K]>}` : K
}[keyof V & string]

/** Of values no array, file or function has fields of its own. */
type Nested = Readonly<Record<string, unknown>>

/** What binds a field to a form. */
export interface Field<V extends object> {
  form: UseFormReturnType<V>
  name: FieldName<V>
}

interface Binding<T> {
  value: T
  error: ReactNode
  onChange: (value: T) => void
  onBlur: () => void
}

/** What binds a field to a form, for fields that look at their value; the form library says nothing of its type. */
export function bind<T>(form: { getInputProps: (name: string) => GetInputPropsReturnType }, name: string): Binding<T> {
  return form.getInputProps(name) as Binding<T>
}

/** The value at a path. */
export function valueAt(values: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (inside, key) => (typeof inside === 'object' && inside ? Reflect.get(inside, key) : undefined),
      values,
    )
}
