import { useLayoutEffect, useRef } from 'react'
import { NumberBox } from '../ui/number-box.tsx'
import classes from './amount-range-fields.module.css'

interface AmountRangeFieldsProps {
  least: number | ''
  most: number | ''
  onChange: (changed: { least?: number | ''; most?: number | '' }) => void
}

/** Fields of an amount range, both optional. */
export function AmountRangeFields({ least, most, onChange }: AmountRangeFieldsProps) {
  const error = least !== '' && most !== '' && most < least ? 'Must not be less than Amount from' : ''
  const box = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => box.current?.setCustomValidity(error), [error])
  return (
    <div className={classes.range}>
      <NumberBox label="Amount from" prefix="₦" value={least} onChange={(value) => onChange({ least: value })} />
      <NumberBox
        ref={box}
        label="Amount to"
        prefix="₦"
        value={most}
        error={error}
        onChange={(value) => onChange({ most: value })}
      />
    </div>
  )
}
