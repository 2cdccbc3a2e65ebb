import classes from './phone-number.module.css'

/** Normalises a Nigerian mobile number to the stored form, `+2348035550142`; null for any other text. */
export function nigerianMobile(text: string): string | null {
  const digits = /^(?:\+?234|00234|0)?0?([789]\d{9})$/.exec(text.replace(/[\s().-]/g, ''))
  return digits ? `+234${digits[1]}` : null
}

/** Formats `08035550142` as `+234 803 555 0142`. Other text is unchanged. */
export function internationalPhone(text: string): string {
  return nigerianMobile(text)?.replace(/(\d{3})(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3 $4') ?? text
}

/** Flag of Nigeria, beside Nigerian phone numbers. */
export function NigerianFlag() {
  return (
    <svg className={classes.flag} viewBox="0 0 6 4" role="img" aria-label="Nigeria">
      <rect width="6" height="4" fill="#fff" />
      <rect width="2" height="4" fill="#008751" />
      <rect x="4" width="2" height="4" fill="#008751" />
    </svg>
  )
}
