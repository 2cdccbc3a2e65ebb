import { NigerianFlag, internationalPhone } from '../forms/phone-number.tsx'
import { emptyValue } from '../ui/format-text.ts'
import classes from './contact-details.module.css'

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
