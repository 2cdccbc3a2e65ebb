import type { Filter, FilterValues } from '../../list/filter.ts'
import { part } from '../../ui/part.tsx'

const SubAccountPicker = part(() => import('./sub-account-picker.tsx'), 'SubAccountPicker')

/**
 * The filter by sub-account, kept as `subAccount` and sent as `subaccountId`. The name goes along for the chip: an address that
 * holds the id alone shows the id.
 */
export const subAccountFilter: Filter<'subaccountId'> = {
  keys: ['subAccount', 'subAccountName'],
  label: 'Sub account',
  Field: ({ values, onChange }) => (
    <SubAccountPicker
      chosen={values.subAccount ? { id: values.subAccount, name: nameOf(values) } : null}
      onChoose={(chosen) => onChange({ subAccount: chosen?.id ?? '', subAccountName: chosen?.name ?? '' })}
    />
  ),
  read: ({ subAccount, subAccountName }): FilterValues => {
    if (!subAccount) return {}
    return subAccountName ? { subAccount, subAccountName } : { subAccount }
  },
  sends: ({ subAccount }) => (subAccount ? [['subaccountId', subAccount]] : []),
  describe: (values) => `Sub account: ${nameOf(values)}`,
  matches: () => true,
}

function nameOf({ subAccount = '', subAccountName }: FilterValues): string {
  return subAccountName || subAccount
}
