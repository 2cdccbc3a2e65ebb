import { internationalPhone } from '../forms/phone-number.ts'
import { emptyValue } from '../ui/format-text.ts'
import { NigerianFlag } from '../ui/nigerian-flag.tsx'
import classes from './phone.module.css'

/** Phone number in international form; Nigerian ones with the flag. */
export function Phone({ value }: { value: string | null | undefined }) {
  const given = value?.trim()
  if (!given) return emptyValue
  if (foreign.test(given)) return given
  return (
    <span className={classes.phone}>
      <NigerianFlag />
      {internationalPhone(given)}
    </span>
  )
}

const foreign = /^(\+|00)(?!234)/
