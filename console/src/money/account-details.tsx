import { Code } from '../ui/code.tsx'
import { emptyValue } from '../ui/format-text.ts'
import classes from './account-details.module.css'

/** Account number and bank on one line. */
export function AccountDetails({ number, bank }: Partial<Record<'number' | 'bank', string | null | undefined>>) {
  if (!number && !bank) return emptyValue
  return (
    <>
      {number && <Code value={number} />}
      {number && bank && ' '}
      {bank && <span className={classes.bank}>{bank}</span>}
    </>
  )
}
