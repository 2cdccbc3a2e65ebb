import { Input, PinInput } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './code-field.module.css'

interface CodeFieldProps {
  label: string
  value: string
  error: ReactNode
  onChange: (code: string) => void
  autoFocus?: boolean
}

const length = 6

/** A mailed six-digit code, typed or pasted. */
export function CodeField({ label, value, error, onChange, autoFocus = false }: CodeFieldProps) {
  const labelId = useId()
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
