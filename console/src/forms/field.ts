import type { UseFormReturnType } from '@mantine/form'

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

/** The value at a path. */
export function valueAt(values: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (inside, key) => (typeof inside === 'object' && inside ? Reflect.get(inside, key) : undefined),
      values,
    )
}
