import { useState } from 'react'
import { useFile } from '../../../documents/use-file.ts'
import classes from './merchant-logo.module.css'

/** The merchant's logo, or its initial if there is none. */
export function MerchantLogo({ name, logo }: { name: string | undefined; logo: string | null | undefined }) {
  const file = useFile(logo)
  const [broken, setBroken] = useState<string | null>(null)
  if (file.state === 'ready' && broken !== file.src) {
    return <img className={classes.logo} src={file.src} alt={`Logo of ${name}`} onError={() => setBroken(file.src)} />
  }
  return (
    <span className={classes.logo} aria-hidden>
      {name?.trim().charAt(0).toUpperCase()}
    </span>
  )
}
