import { NumberInput, type NumberInputProps } from '@mantine/core'

/** A number with two decimals, empty as `''`. */
export function NumberBox({
  onChange,
  ...props
}: Omit<NumberInputProps, 'onChange'> & { onChange: (value: number | '') => void }) {
  return (
    <NumberInput
      decimalScale={2}
      fixedDecimalScale
      thousandSeparator=","
      // Otherwise a typed 5,001 would be five naira.
      allowedDecimalSeparators={['.']}
      allowNegative={false}
      // Money is never changed behind a person's back: neither by arrow keys nor when the field is left.
      withKeyboardEvents={false}
      hideControls
      clampBehavior="none"
      isAllowed={({ floatValue = 0 }) => floatValue < exactBelow}
      {...props}
      // The kit writes what ends in a zero as text; 10.00 and 10 are the same here.
      onChange={(value) => onChange(value === '' ? '' : Number(value))}
    />
  )
}

/** Two decimals stay exact below this. */
const exactBelow = 1e12
