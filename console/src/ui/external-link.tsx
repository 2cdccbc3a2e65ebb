import { CopyButton } from './copy-button.tsx'
import classes from './external-link.module.css'
import { emptyValue } from './format-text.ts'

interface AddressProps {
  value: string | null | undefined
  label: string
  toast: string
}

/** External URL with its copy button, opened in a new tab. */
export function Address({ value, label, toast }: AddressProps) {
  if (!value) return emptyValue
  return (
    <span className={classes.address}>
      {/^https?:\/\//.test(value) ? (
        <a className={classes.link} href={value} target="_blank" rel="noreferrer">
          {value}
        </a>
      ) : (
        <span>{value}</span>
      )}
      <CopyButton value={value} label={label} toast={toast} />
    </span>
  )
}
