import { TextInput } from '@mantine/core'
import { Select } from '../ui/select.tsx'

interface ChoiceControlProps {
  label: string
  options: readonly { value: string; label: string }[]
  value: string | null
  onChange: (value: string | null) => void
}

/** Select with an empty option. */
export function ChoiceControl({ label, options, value, onChange }: ChoiceControlProps) {
  return (
    <Select
      label={label}
      placeholder={`Any ${inSentence(label)}`}
      data={options.map((option) => ({ value: option.value, label: option.label }))}
      value={value}
      onChange={onChange}
      clearable
    />
  )
}

interface TextControlProps {
  label: string
  value: string
  onChange: (value: string) => void
}

export function TextControl({ label, value, onChange }: TextControlProps) {
  return <TextInput label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
}

/** `Status` becomes `status`; `KYC status` is unchanged. */
function inSentence(label: string): string {
  return /^.[A-Z]/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)
}
