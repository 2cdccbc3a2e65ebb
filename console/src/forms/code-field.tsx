import { Input, PinInput } from '@mantine/core'
import { useId } from 'react'
import classes from './code-field.module.css'
import { bind, type Field } from './field.ts'

interface CodeFieldProps<V extends object> extends Field<V> {
  label: string
  autoFocus?: boolean
}

const length = 6

/** Emailed six-digit code, typed or pasted, bound to a form field. */
export function CodeField<V extends object>({ form, name, label, autoFocus = false }: CodeFieldProps<V>) {
  const labelId = useId()
  const { error, onChange, value } = bind<string>(form, name)
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id: labelId }} error={error}>
      <PinInput
        role="group"
        className={classes.digits}
        aria-labelledby={labelId}
        length={length}
        type="number"
        inputType="text"
        inputMode="numeric"
        size="md"
        placeholder=""
        autoFocus={autoFocus}
        error={Boolean(error)}
        value={value}
        onChange={onChange}
        getInputProps={(index) => ({ 'aria-label': `Digit ${index + 1} of ${length}` })}
      />
    </Input.Wrapper>
  )
}
