import { Select as KitSelect, type SelectProps } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'

/** Mantine's select with the console's defaults. */
export function Select(props: SelectProps) {
  return (
    <KitSelect
      rightSection={<IconChevronDown size={16} stroke={1.5} aria-hidden />}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      {...props}
    />
  )
}
