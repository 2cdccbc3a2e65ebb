import { MultiSelect, TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Select } from '../ui/select.tsx'
import classes from './filter-controls.module.css'

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

interface ChoicesControlProps extends Pick<ChoiceControlProps, 'label' | 'options'> {
  value: string[]
  onChange: (value: string[]) => void
}

/** Select of several options. */
export function ChoicesControl({ label, options, value, onChange }: ChoicesControlProps) {
  return (
    <MultiSelect
      label={label}
      placeholder={value.length === 0 ? `Any ${inSentence(label)}` : undefined}
      data={options.map((option) => ({ value: option.value, label: option.label }))}
      value={value}
      onChange={onChange}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      hidePickedOptions
      searchable
      clearable
      rightSection={<IconChevronDown size={16} stroke={1.5} aria-hidden />}
      classNames={{ inputField: classes.choices }}
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
