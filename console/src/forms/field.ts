import type { GetInputPropsReturnType, UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'

/** Path of a value in a form's values, such as `inflows.percentage`. */
export type FieldName<V> = {
  [K in keyof V & string]: V[K] extends Nested ? K | `${K}.${FieldName<V[K]>}` : K
}[keyof V & string]

/** Excludes arrays, files and functions, which have no fields of their own. */
type Nested = Readonly<Record<string, unknown>>

/** Props that bind a field to a form. */
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

/** Returns a field's binding with a typed value, which Mantine's form library does not provide. */
export function bind<T>(form: { getInputProps: (name: string) => GetInputPropsReturnType }, name: string): Binding<T> {
  return form.getInputProps(name) as Binding<T>
}

/** Returns the value at a path. */
export function valueAt(values: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (inside, key) => (typeof inside === 'object' && inside ? Reflect.get(inside, key) : undefined),
      values,
    )
}
