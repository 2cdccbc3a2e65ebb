import { secondFactor } from '@kobo/contract/second-factor'
import { useState } from 'react'
import { CodeField } from '../../forms/code-field.tsx'
import { FormDialog } from '../../forms/form-window.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import classes from './settings.module.css'

/** Regenerates the recovery codes. */
export function RenewCodesDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const contractForm = useContractForm(secondFactor.renewCodes, {
    start: { code: '' },
    request: (values) => values,
    onDone: ({ data }) => setCodes(data.recoveryCodes),
  })
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />
  return (
    <FormDialog
      title="New recovery codes"
      of={contractForm}
      action={{ text: 'Generate new codes', busyText: 'Generating...' }}
      onClose={onClose}
    >
      <p className={classes.sentence}>Your current recovery codes will stop working.</p>
      <CodeField form={contractForm.form} name="code" label="Six-digit code from the app" autoFocus />
    </FormDialog>
  )
}
