import { Code } from '../ui/code.tsx'
import { emptyValue, orEmpty } from '../ui/format-text.ts'
import { Masked } from '../people/masked.tsx'
import classes from './transaction-summary.module.css'

interface TransactionPartyProps {
  name: string | null | undefined
  accountNumber: string | null | undefined
  bankName: string | null | undefined
  bankCode: string | null | undefined
  bankVerificationNumber: string | null | undefined
}

/** Party of a transaction with its account. */
export function TransactionParty(party: TransactionPartyProps) {
  if (Object.values(party).every((value) => !value)) return emptyValue
  return (
    <>
      {orEmpty(party.name)}
      <span className={classes.sub}>
        <Code value={party.accountNumber} /> {orEmpty(party.bankName)}
      </span>
      <span className={classes.sub}>
        code <Code value={party.bankCode} />, BVN <Masked value={party.bankVerificationNumber} />
      </span>
    </>
  )
}
