import { secondFactor } from '@kobo/contract/second-factor'
import type { Data } from '@kobo/contract/kit/call'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { Fetched } from '../../record/fetched.tsx'
import { Bar } from '../../ui/bar.tsx'
import { panelDate } from '../../ui/dates.tsx'
import { onReach } from '../../ui/on-reach.ts'
import { part } from '../../ui/part.tsx'
import { Section, SectionBody } from '../../ui/section.tsx'
import classes from './settings.module.css'

const dialogs = {
  setUp: part(() => import('./set-up-dialog.tsx'), 'SetUpDialog', { over: true }),
  renew: part(() => import('./renew-codes-dialog.tsx'), 'RenewCodesDialog', { over: true }),
  turnOff: part(() => import('./turn-off-dialog.tsx'), 'TurnOffDialog', { over: true }),
}

type Wish = keyof typeof dialogs

/** Whether sign-ins ask for an authenticator app, and how that is changed. */
export function SecondFactor() {
  const state = useCall(secondFactor.state, {})
  const [wish, setWish] = useState<Wish | null>(null)
  const Wished = wish && dialogs[wish]
  if (state.error?.status === 404) {
    return (
      <Section title="Second factor">
        <SectionBody>The second factor cannot be changed on this server</SectionBody>
      </Section>
    )
  }
  return (
    <Section title="Second factor" aside={state.data && (state.data.isOn ? 'Authenticator app' : 'Mailed codes')}>
      <SectionBody>
        <Fetched from={state} skeleton={<Bar width="60%" />}>
          {(data) => (
            <div className={classes.words}>
              <p className={classes.sentence}>{sentenceOf(data)}</p>
              <div className={classes.buttons}>
                {data.isOn ? (
                  <>
                    <WishButton wish="renew" text="New recovery codes" onWish={setWish} />
                    <WishButton wish="turnOff" text="Turn off" onWish={setWish} />
                  </>
                ) : (
                  <WishButton wish="setUp" text="Set up an authenticator app" onWish={setWish} />
                )}
              </div>
            </div>
          )}
        </Fetched>
      </SectionBody>
      {Wished && <Wished onClose={() => setWish(null)} />}
    </Section>
  )
}

function WishButton({ wish, text, onWish }: { wish: Wish; text: string; onWish: (wish: Wish) => void }) {
  return (
    <Button variant="default" onClick={() => onWish(wish)} {...onReach(dialogs[wish].load)}>
      {text}
    </Button>
  )
}

function sentenceOf({ isOn, since, recoveryCodesLeft }: Data<typeof secondFactor.state>): string {
  if (!isOn) {
    return 'A code is mailed to you at every sign-in. An authenticator app on your phone shows the codes without mail.'
  }
  const left = recoveryCodesLeft === 1 ? '1 recovery code is' : `${recoveryCodesLeft} recovery codes are`
  return `Your sign-ins ask for a code of your authenticator app since ${panelDate(since)}. ${left} left.`
}
