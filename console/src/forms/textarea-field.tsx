import { Textarea, type TextareaProps } from '@mantine/core'
import type { Field } from './field.ts'
import { pressSubmit } from './press-submit.ts'

type TextareaFieldProps<V extends object> = Field<V> & Omit<TextareaProps, keyof Field<V>>

/** Multi-line text bound to a form field. Its height follows the text; Ctrl or Cmd and Enter press the form's button. */
export function TextareaField<V extends object>({ form, name, ...rest }: TextareaFieldProps<V>) {
  return (
    <Textarea
      name={name}
      autosize
      minRows={3}
      maxRows={8}
      onKeyDown={pressSubmit}
      {...rest}
      {...form.getInputProps(name)}
    />
  )
}
