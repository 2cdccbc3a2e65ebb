import { type ReactElement, useState } from 'react'
import { bind, type Field } from './field.ts'
import type { Chosen, PickerBinding } from './picker.tsx'

interface PickerFieldProps<V extends object> extends Field<V> {
  /** The record that the form begins with; without it that one has its id for a name. */
  given?: Chosen | undefined
  /** A picker of records, such as that of merchants, with what binds it. */
  children: (binding: PickerBinding) => ReactElement
}

/** The choice of a record bound to a field of a form, which keeps the record's id, empty as `''`. */
export function PickerField<V extends object>({ form, name, given, children }: PickerFieldProps<V>) {
  const { value: id, error, onChange, onBlur } = bind<string>(form, name)
  const [last, setLast] = useState<Chosen | null>(given ?? null)
  const chosen = last?.id === id ? last : id ? { id, name: id } : null
  return children({
    chosen,
    error,
    onBlur,
    onChoose: (record) => {
      setLast(record)
      onChange(record?.id ?? '')
    },
  })
}
