import type { Data } from '@kobo/contract/kit/call'
import { secondFactor } from '@kobo/contract/second-factor'
import { useState } from 'react'
import { CodeField } from '../../forms/code-field.tsx'
import { FormDialog } from '../../forms/form-window.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Code } from '../../ui/code.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import classes from './settings.module.css'

const QrCode = lazyComponent(() => import('./qr-code.tsx'), 'QrCode')

const title = 'Set up an authenticator app'

/** Set-up in three steps: password, then secret and first code, then recovery codes. */
export function SetUpDialog({ onClose }: { onClose: () => void }) {
  const [setup, setSetup] = useState<Data<typeof secondFactor.setUp> | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />
  if (setup) return <FirstCode setup={setup} onDone={setCodes} onClose={onClose} />
  return <Password onDone={setSetup} onClose={onClose} />
}

interface PasswordProps {
  onDone: (setup: Data<typeof secondFactor.setUp>) => void
  onClose: () => void
}

function Password({ onDone, onClose }: PasswordProps) {
  const contractForm = useContractForm(secondFactor.setUp, {
    start: { password: '' },
    request: (values) => values,
    onDone: ({ data }) => onDone(data),
  })
  return (
    <FormDialog
      title={title}
      of={contractForm}
      action={{ text: 'Continue', busyText: 'Checking...' }}
      onClose={onClose}
    >
      <p className={classes.sentence}>Confirm your identity first.</p>
      <PasswordField
        form={contractForm.form}
        name="password"
        label="Password"
        autoComplete="current-password"
        data-autofocus
      />
    </FormDialog>
  )
}

interface FirstCodeProps {
  setup: Data<typeof secondFactor.setUp>
  onDone: (codes: readonly string[]) => void
  onClose: () => void
}

function FirstCode({ setup: { secret, uri }, onDone, onClose }: FirstCodeProps) {
  const contractForm = useContractForm(secondFactor.turnOn, {
    start: { code: '' },
    request: (values) => values,
    onDone: ({ data }) => onDone(data.recoveryCodes),
  })
  return (
    <FormDialog title={title} of={contractForm} action={{ text: 'Turn on', busyText: 'Checking...' }} onClose={onClose}>
      <p className={classes.sentence}>Scan this code with the app, or enter the secret.</p>
      <div className={classes.scan}>
        <QrCode text={uri} />
        <span className={classes.secret}>
          <Code value={groupSecret(secret)} />{' '}
          <CopyButton value={secret} label="Copy the secret" toast="Secret copied" />
        </span>
      </div>
      <CodeField form={contractForm.form} name="code" label="Six-digit code from the app" autoFocus />
    </FormDialog>
  )
}

/** Groups the secret by four characters, which makes it easier to type. */
function groupSecret(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}
