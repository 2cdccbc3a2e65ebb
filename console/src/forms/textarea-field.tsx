import { Textarea, type TextareaProps } from '@mantine/core'
import type { Field } from './field.ts'

type TextareaFieldProps<V extends object> = Field<V> & Omit<TextareaProps, keyof Field<V>>

/** Multi-line text bound to a form field. Its height follows the text. */
export function TextareaField<V extends object>({ form, name, ...rest }: TextareaFieldProps<V>) {
  return <Textarea name={name} autosize minRows={3} maxRows={8} {...rest} {...form.getInputProps(name)} />
}
