import { TextInput, type TextInputProps } from '@mantine/core'
import type { Field } from './field.ts'

type TextFieldProps<V extends object> = Field<V> & Omit<TextInputProps, keyof Field<V>>

/** Single-line text bound to a form field. */
export function TextField<V extends object>({ form, name, ...rest }: TextFieldProps<V>) {
  return <TextInput name={name} {...rest} {...form.getInputProps(name)} />
}
