import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useEffectEvent } from 'react'
import { bind, type FieldName } from './field.ts'
import classes from './account-field.module.css'
import { HolderState } from './account-name-status.tsx'
import { SelectField } from './select-field.tsx'
import { type Enquire, useNameEnquiry } from './use-name-enquiry.ts'

interface AccountFieldProps<V extends object> {
  form: UseFormReturnType<V>
  /** Where the body has the bank's code, the account's number and its holder's name. */
  names: { bank: FieldName<V>; number: FieldName<V>; holder: FieldName<V> }
  /** The banks by their codes; not there while they are on their way. */
  banks: readonly { code: string; name: string }[] | undefined
  enquire: Enquire
}

/** A bank account bound to three fields of a form: once bank and number are whole, the holder's name is looked up. */
export function AccountField<V extends object>({ form, names, banks, enquire }: AccountFieldProps<V>) {
  const bank = bind<string | null>(form, names.bank)
  const number = bind<string>(form, names.number)
  const holder = bind<string>(form, names.holder)
  const enquiry = useNameEnquiry(enquire, { bankCode: bank.value ?? '', accountNumber: number.value })

  // A name that belongs to another number must not be sent, not even for a moment.
  const keepHolder = useEffectEvent((name: string) => holder.onChange(name))
  const name = enquiry.state === 'found' ? enquiry.name : ''
  useEffect(() => keepHolder(name), [name])

  return (
    <div className={classes.account}>
      <SelectField
        form={form}
        name={names.bank}
        label="Bank"
        placeholder={banks ? 'Choose a bank' : 'Loading...'}
        data={banks?.map(({ code, name: bankName }) => ({ value: code, label: bankName })) ?? []}
        searchable
        nothingFoundMessage="No bank has this name"
      />
      <TextInput
        label="Account number"
        name={names.number}
        inputMode="numeric"
        autoComplete="off"
        maxLength={13}
        {...number}
        // People paste numbers with spaces between the digits.
        onChange={({ currentTarget }) => number.onChange(currentTarget.value.replace(/\D/g, '').slice(0, 10))}
      />
      <HolderState enquiry={enquiry} error={holder.error} />
    </div>
  )
}
