import { NumberInput, type NumberInputProps } from '@mantine/core'
import { toastFailure } from './toast.ts'

/** Number input with two decimals; empty is `''`. Pasted text that is no number in our notation is rejected. */
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
      onPaste={(event) => {
        const text = event.clipboardData.getData('text').trim()
        // Otherwise 60000,50 would become six million, and 1e3 thirteen.
        if (numberNotation.test(text)) return
        event.preventDefault()
        toastFailure(`“${text.slice(0, 40)}” was not pasted: write numbers like 60,000.50`)
      }}
      isAllowed={({ floatValue = 0 }) => floatValue < exactBelow}
      {...props}
      // Mantine returns numbers with trailing zeros as text; 10.00 equals 10 here.
      onChange={(value) => onChange(value === '' ? '' : Number(value))}
    />
  )
}

/** Digits, or thousands separated by commas, with a point before the decimals; a naira or percent sign is dropped. */
const numberNotation = /^(?:₦|NGN|N)?\s*(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?\s*%?$/i

/** Limit below which two decimals are exact. */
const exactBelow = 1e12
