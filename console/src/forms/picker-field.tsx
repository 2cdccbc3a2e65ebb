import { type ReactElement, useState } from 'react'
import { bind, type Field } from './field.ts'
import type { Chosen, PickerBinding } from './picker.tsx'

interface PickerFieldProps<V extends object> extends Field<V> {
  /** Initial record. Without it, the initial ID is shown as its name. */
  given?: Chosen | undefined
  /** Renders a record picker, such as that of merchants, with the binding. */
  children: (binding: PickerBinding) => ReactElement
}

/** Record picker bound to a form field, which stores the record's ID, empty as `''`. */
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
