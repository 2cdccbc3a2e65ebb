import { secondFactor } from '@kobo/contract/second-factor'
import { useState } from 'react'
import { CodeField } from '../../forms/code-field.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import classes from './settings.module.css'

/** Regenerates the recovery codes. */
export function RenewCodesDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const renewed = useContractForm(secondFactor.renewCodes, {
    start: { code: '' },
    request: (values) => values,
    onDone: ({ data }) => setCodes(data.recoveryCodes),
  })
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />
  return (
    <FormDialog
      title="New recovery codes"
      of={renewed}
      action={{ text: 'Make new codes', busyText: 'Making...' }}
      onClose={onClose}
    >
      <p className={classes.sentence}>The codes that you have now will open nothing any more.</p>
      <CodeField form={renewed.form} name="code" label="Six-digit code that the app shows" autoFocus />
    </FormDialog>
  )
}
