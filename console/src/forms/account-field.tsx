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
  /** Paths of the bank code, account number and holder's name in the body. */
  names: { bank: FieldName<V>; number: FieldName<V>; holder: FieldName<V> }
  /** Banks by code; undefined while loading. */
  banks: readonly { code: string; name: string }[] | undefined
  enquire: Enquire
}

/** Bank account bound to three form fields. Once bank and number are complete, the holder's name is queried. */
export function AccountField<V extends object>({ form, names, banks, enquire }: AccountFieldProps<V>) {
  const bank = bind<string | null>(form, names.bank)
  const number = bind<string>(form, names.number)
  const holder = bind<string>(form, names.holder)
  const enquiry = useNameEnquiry(enquire, { bankCode: bank.value ?? '', accountNumber: number.value })

  // The name of another account number must never be sent, not even briefly.
  const setHolder = useEffectEvent((name: string) => holder.onChange(name))
  const name = enquiry.state === 'found' ? enquiry.name : ''
  useEffect(() => setHolder(name), [name])

  return (
    <div className={classes.account}>
      <SelectField
        form={form}
        name={names.bank}
        label="Bank"
        placeholder={banks ? 'Choose a bank' : 'Loading...'}
        data={banks?.map(({ code, name: bankName }) => ({ value: code, label: bankName })) ?? []}
        searchable
        nothingFoundMessage="No matching banks"
      />
      <TextInput
        label="Account number"
        name={names.number}
        inputMode="numeric"
        autoComplete="off"
        maxLength={13}
        {...number}
        // Pasted numbers may contain spaces.
        onChange={({ currentTarget }) => number.onChange(currentTarget.value.replace(/\D/g, '').slice(0, 10))}
      />
      <HolderState enquiry={enquiry} error={holder.error} />
    </div>
  )
}
