import { subAccounts } from '@kobo/contract/sub-accounts'
import { useState } from 'react'
import { useApiQuery } from '../../api/use-api-query.ts'
import { everything } from '@kobo/contract/kit/page'
import { type Chosen, Picker, usePicker } from '../../forms/picker.tsx'

interface SubAccountPickerProps {
  chosen: Chosen | null
  onChoose: (subAccount: Chosen | null) => void
}

/** Picks a sub-account by its name. */
export function SubAccountPicker({ chosen, onChoose }: SubAccountPickerProps) {
  const picker = usePicker(chosen)
  const [search, setSearch] = useState('')
  const setTyped = (text: string) => {
    picker.setTyped(text)
    setSearch((before) => (text === chosen?.name ? '' : appliedSearch(text, before)))
  }
  const request = picker.opened ? { page: 1, size: everything, ...(search && { name: search }) } : null
  const { data, isError } = useApiQuery(subAccounts.list, request, { keepPrevious: true })
  return (
    <Picker
      label="Sub account"
      placeholder="Search by name"
      nothingFound="No List Record Found"
      found={data?.subaccounts.map(({ id, name, merchant, accountNumber }) => ({
        id,
        name,
        detail: [merchant?.businessName, accountNumber].filter(Boolean).join(', '),
      }))}
      hasFailed={isError}
      picker={{ ...picker, setTyped }}
      {...{ chosen, onChoose }}
    />
  )
}

/** Interval of text lengths at which a search is applied. */
const searchStep = 5

/** Returns the search to apply: the text at every fifth character, none if it is empty, else the previous search. */
export function appliedSearch(typed: string, before: string): string {
  if (typed.length === 0) return ''
  return typed.length % searchStep === 0 ? typed : before
}
