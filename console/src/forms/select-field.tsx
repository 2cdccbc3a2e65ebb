import { Select, type SelectProps } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconChevronDown } from '@tabler/icons-react'

interface SelectFieldProps<V extends object> extends Omit<SelectProps, 'form' | 'name'> {
  form: UseFormReturnType<V>
  name: keyof V & string
}

/** A choice bound to a field of a form; once chosen it can be changed but not taken back. */
export function SelectField<V extends object>({ form, name, ...rest }: SelectFieldProps<V>) {
  return (
    <Select
      name={name}
      allowDeselect={false}
      rightSection={<IconChevronDown size={16} stroke={1.5} aria-hidden />}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      {...rest}
      {...form.getInputProps(name)}
    />
  )
}
