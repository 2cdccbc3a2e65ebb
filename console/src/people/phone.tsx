import { empty } from '../ui/empty.ts'
import classes from './phone.module.css'

/** A phone number in its international form, a Nigerian one beside its flag. */
export function Phone({ value }: { value: string | null | undefined }) {
  const given = value?.trim()
  if (!given) return empty
  if (foreign.test(given)) return given
  return (
    <span className={classes.phone}>
      <NigerianFlag />
      {internationalPhone(given)}
    </span>
  )
}

const foreign = /^(\+|00)(?!234)/

/** `08035550142` as `+234 803 555 0142`; what is no Nigerian mobile number stays as it is. */
export function internationalPhone(value: string): string {
  const parts = /^(?:\+?234|00234|0)?0?([789]\d{2})(\d{3})(\d{4})$/.exec(value.replace(/[\s().-]/g, ''))
  return parts ? `+234 ${parts[1]} ${parts[2]} ${parts[3]}` : value
}

function NigerianFlag() {
  return (
    <svg className={classes.flag} viewBox="0 0 6 4" role="img" aria-label="Nigeria">
      <rect width="6" height="4" fill="#fff" />
      <rect width="2" height="4" fill="#008751" />
      <rect x="4" width="2" height="4" fill="#008751" />
    </svg>
  )
}
