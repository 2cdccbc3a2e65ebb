import { secondFactor } from '@kobo/contract/second-factor'
import type { Data } from '@kobo/contract/kit/call'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useApiQuery } from '../../api/use-api-query.ts'
import { QueryContent } from '../../record/query-content.tsx'
import { SkeletonBar } from '../../ui/skeleton-bar.tsx'
import { panelDate } from '../../ui/dates.tsx'
import { preloadOnIntent } from '../../ui/preload.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Section, SectionBody } from '../../ui/section.tsx'
import classes from './settings.module.css'

const dialogs = {
  setUp: lazyComponent(() => import('./set-up-dialog.tsx'), 'SetUpDialog', { over: true }),
  renew: lazyComponent(() => import('./renew-codes-dialog.tsx'), 'RenewCodesDialog', { over: true }),
  turnOff: lazyComponent(() => import('./disable-factor-dialog.tsx'), 'TurnOffDialog', { over: true }),
}

type DialogName = keyof typeof dialogs

/** Status of the authenticator app, with the dialogs to change it. */
export function SecondFactor() {
  const state = useApiQuery(secondFactor.state, {})
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const OpenDialog = dialog && dialogs[dialog]
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
                {data.isOn ? (
                  <>
                    <DialogButton dialog="renew" text="New recovery codes" onOpen={setDialog} />
                    <DialogButton dialog="turnOff" text="Turn off" onOpen={setDialog} />
                  </>
                ) : (
                  <DialogButton dialog="setUp" text="Set up an authenticator app" onOpen={setDialog} />
                )}
              </div>
            </div>
          )}
        </QueryContent>
      </SectionBody>
      {OpenDialog && <OpenDialog onClose={() => setDialog(null)} />}
    </Section>
  )
}

function DialogButton({
  dialog,
  text,
  onOpen,
}: {
  dialog: DialogName
  text: string
  onOpen: (dialog: DialogName) => void
}) {
  return (
    <Button variant="default" onClick={() => onOpen(dialog)} {...preloadOnIntent(dialogs[dialog].load)}>
      {text}
    </Button>
  )
}

function sentenceOf({ isOn, since, recoveryCodesLeft }: Data<typeof secondFactor.state>): string {
  if (!isOn) {
    return 'We email you a code at every sign-in. An authenticator app on your phone shows codes without email.'
  }
  const left = recoveryCodesLeft === 1 ? '1 recovery code is' : `${recoveryCodesLeft} recovery codes are`
  return `You have signed in with an authenticator app since ${panelDate(since)}. ${left} left.`
}
