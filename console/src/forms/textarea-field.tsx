import { Textarea, type TextareaProps } from '@mantine/core'
import type { Field } from './field.ts'

type TextareaFieldProps<V extends object> = Field<V> & Omit<TextareaProps, keyof Field<V>>

/** Several lines of text bound to a field of a form; it grows with what is written. */
export function TextareaField<V extends object>({ form, name, ...rest }: TextareaFieldProps<V>) {
  return <Textarea name={name} autosize minRows={3} maxRows={8} {...rest} {...form.getInputProps(name)} />
}
