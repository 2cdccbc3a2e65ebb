import { Textarea, type TextareaProps } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import type { Field } from './field.ts'

type TextareaFieldProps<V extends object> = Field<V> & Omit<TextareaProps, keyof Field<V>>

/** Multi-line text bound to a form field. Its height follows the text; Ctrl or Cmd and Enter press the form's button. */
export function TextareaField<V extends object>({ form, name, ...rest }: TextareaFieldProps<V>) {
  return (
    <Textarea
      name={name}
      autosize
      minRows={3}
      maxRows={8}
      onKeyDown={pressButton}
      {...rest}
      {...form.getInputProps(name)}
    />
  )
}

function pressButton(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  for (const control of event.currentTarget.form?.elements ?? []) {
    if (control instanceof HTMLButtonElement && control.type === 'submit') control.click()
  }
}
