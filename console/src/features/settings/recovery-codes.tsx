import { Button } from '@mantine/core'
import { Code } from '../../ui/code.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import classes from './settings.module.css'

/** Recovery codes, shown only this once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog
      title="Recovery codes"
      onClose={onClose}
      holdsInput
      footer={<Button onClick={onClose}>I have saved them</Button>}
    >
      <div className={classes.codes}>
        <p className={classes.sentence}>
          Each code signs you in once when you do not have the app. Store them in a safe place: they will not be shown
          again.
        </p>
        {/* Focuses the list rather than a button, which a held Enter key would press. */}
        <ul className={classes.recovery} aria-label="Recovery codes" tabIndex={-1} data-autofocus>
          {codes.map((code) => (
            <li key={code}>
              <Code value={code} />
            </li>
          ))}
        </ul>
        <div className={classes.buttons}>
          <CopyButton value={codes.join('\n')} label="Copy the recovery codes" toast="Recovery codes copied" />
          <span className={classes.sentence}>Copy all ten</span>
        </div>
      </div>
    </Dialog>
  )
}
