import { Select as KitSelect, type SelectProps } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'

/** The kit's choice of one of some values, as it looks everywhere. */
export function Select(props: SelectProps) {
  return (
    <KitSelect
      rightSection={<IconChevronDown size={16} stroke={1.5} aria-hidden />}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      {...props}
    />
  )
}
