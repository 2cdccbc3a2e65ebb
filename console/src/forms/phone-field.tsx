import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { NigerianFlag, internationalPhone, nigerianMobile } from './phone-number.tsx'
import { type Field, bind } from './field.ts'

type PhoneFieldProps<V extends object> = Field<V> & Omit<TextInputProps, keyof Field<V> | 'value' | 'onChange'>

/** Phone number bound to a form field. Without a country code it is Nigerian, stored as `+2348035550142`. */
export function PhoneField<V extends object>({ form, name, ...rest }: PhoneFieldProps<V>) {
  const { value, onChange, onBlur, ...bound } = bind<string>(form, name)
  // Not formatted while typing, because that would move the caret.
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextInput
      name={name}
      type="tel"
      autoComplete="tel"
      inputMode="tel"
      placeholder="0803 555 0142"
      leftSection={<NigerianFlag />}
      {...rest}
      {...bound}
      value={typed ?? internationalPhone(value)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onChange(nigerianMobile(currentTarget.value) ?? currentTarget.value)
      }}
      onBlur={() => {
        setTyped(null)
        onBlur()
      }}
    />
  )
}
