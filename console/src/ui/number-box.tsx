import { NumberInput, type NumberInputProps } from '@mantine/core'

/** Number input with two decimals; empty is `''`. */
export function NumberBox({
  onChange,
  ...props
}: Omit<NumberInputProps, 'onChange'> & { onChange: (value: number | '') => void }) {
  return (
    <NumberInput
      decimalScale={2}
      fixedDecimalScale
      thousandSeparator=","
      // Otherwise a typed 5,001 would be read as five naira.
      allowedDecimalSeparators={['.']}
      allowNegative={false}
      // Amounts never change unintentionally: neither by arrow keys nor on blur.
      withKeyboardEvents={false}
      hideControls
      clampBehavior="none"
      isAllowed={({ floatValue = 0 }) => floatValue < exactBelow}
      {...props}
      // Mantine returns numbers with trailing zeros as text; 10.00 equals 10 here.
      onChange={(value) => onChange(value === '' ? '' : Number(value))}
    />
  )
}

/** Limit below which two decimals are exact. */
const exactBelow = 1e12
