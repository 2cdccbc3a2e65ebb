import { NigerianFlag, internationalPhone } from '../forms/phone-number.tsx'
import { emptyValue } from '../ui/format-text.ts'
import classes from './contact-details.module.css'

/** Phone number in international form; Nigerian ones with the flag. */
export function Phone({ value }: { value: string | null | undefined }) {
  const phone = value?.trim()
  if (!phone) return emptyValue
  if (foreign.test(phone)) return phone
  return (
    <span className={classes.phone}>
      <NigerianFlag />
      {internationalPhone(phone)}
    </span>
  )
}

const foreign = /^(\+|00)(?!234)/

/** Email address that wraps before its @ only. */
export function Email({ value }: { value: string | null | undefined }) {
  if (!value) return emptyValue
  const at = value.lastIndexOf('@')
  if (at < 1) return value
  return (
    <>
      {value.slice(0, at)}
      <wbr />
      {value.slice(at)}
    </>
  )
}
