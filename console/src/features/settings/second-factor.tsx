import { secondFactor } from '@kobo/contract/second-factor'
import type { Data } from '@kobo/contract/kit/call'
import { useApiQuery } from '../../api/use-api-query.ts'
import { QueryContent } from '../../record/query-content.tsx'
import { SkeletonBar } from '../../ui/skeleton-bar.tsx'
import { panelDate } from '../../ui/dates.tsx'
import { DialogButton } from '../../record/dialog-button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Section, SectionBody } from '../../ui/section.tsx'
import classes from './settings.module.css'

const SetUpDialog = lazyComponent(() => import('./set-up-dialog.tsx'), 'SetUpDialog', { over: true })
const RenewCodesDialog = lazyComponent(() => import('./renew-codes-dialog.tsx'), 'RenewCodesDialog', { over: true })
const TurnOffDialog = lazyComponent(() => import('./disable-factor-dialog.tsx'), 'TurnOffDialog', { over: true })

/** The three buttons, with the text of each and whether it requires that the app is in use. */
const buttons = [
  { text: 'New recovery codes', call: secondFactor.renewCodes, Dialog: RenewCodesDialog, whenOn: true },
  { text: 'Turn off', call: secondFactor.turnOff, Dialog: TurnOffDialog, whenOn: true },
  { text: 'Set up an authenticator app', call: secondFactor.setUp, Dialog: SetUpDialog, whenOn: false },
]

/** Status of the authenticator app, with the dialogs to change it. */
export function SecondFactor() {
  const state = useApiQuery(secondFactor.state, {})
  if (state.error?.status === 404) {
    return (
      <Section title="Second factor">
        <SectionBody>The second factor cannot be changed on this server</SectionBody>
      </Section>
    )
  }
  return (
    <Section title="Second factor" aside={state.data && (state.data.isOn ? 'Authenticator app' : 'Emailed codes')}>
      <SectionBody>
        <QueryContent from={state} skeleton={<SkeletonBar width="60%" />}>
          {(data) => (
            <div className={classes.words}>
              <p className={classes.sentence}>{sentenceOf(data)}</p>
              <div className={classes.buttons}>
                {buttons.map(({ text, call, Dialog, whenOn }) => (
                  <DialogButton
                    key={text}
                    call={call}
                    variant="default"
                    isOffered={data.isOn === whenOn}
                    load={Dialog.load}
                    renderDialog={(onClose) => <Dialog onClose={onClose} />}
                  >
                    {text}
                  </DialogButton>
                ))}
              </div>
            </div>
          )}
        </QueryContent>
      </SectionBody>
    </Section>
  )
}

function sentenceOf({ isOn, since, recoveryCodesLeft }: Data<typeof secondFactor.state>): string {
  if (!isOn) {
    return 'We email you a code at every sign-in. An authenticator app on your phone shows codes without email.'
  }
  const left = recoveryCodesLeft === 1 ? '1 recovery code is' : `${recoveryCodesLeft} recovery codes are`
  return `You have signed in with an authenticator app since ${panelDate(since)}. ${left} left.`
}
