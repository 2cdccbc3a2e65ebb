import { type TransferRoute as Route, transferRoutes } from '@kobo/contract/kit/transfer-route'
import { routeRequired, settings } from '@kobo/contract/settings'
import { useCall } from '../../api/use-call.ts'
import { SelectField } from '../../forms/select-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { useModeName } from '../../record/mode-name.ts'
import { Fetched } from '../../record/fetched.tsx'
import { Bar } from '../../ui/bar.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Section, SectionBody } from '../../ui/section.tsx'
import classes from './settings.module.css'

/** The switch that payouts of the mode leave through; who may not change it is told so. */
export function TransferRoute() {
  const route = useCall(settings.transferRoute, {})
  const modeName = useModeName()
  return (
    <Section title="Payment route" aside={modeName}>
      <SectionBody>
        <div className={classes.words}>
          <p className={classes.sentence}>
            Payouts of {modeName} that are not sent yet take this route. Those already sent keep theirs.
          </p>
          <Fetched from={route} skeleton={<Bar width="240px" height="36px" />}>
            {({ transferRoute, mayChange }) => {
              const current = transferRoutes.find((one) => one === transferRoute) ?? null
              return <RouteForm key={current} current={current} isLocked={mayChange === false} />
            }}
          </Fetched>
        </div>
      </SectionBody>
    </Section>
  )
}

function RouteForm({ current, isLocked }: { current: Route | null; isLocked: boolean }) {
  const { form, sending, submit } = useContractForm(settings.changeTransferRoute, {
    start: { transferRoute: current },
    // Without a choice nothing is sent: the check below stands before it.
    request: ({ transferRoute }) => ({ transferRoute: transferRoute ?? 'NIP' }),
    check: ({ transferRoute }) => (transferRoute === null ? { transferRoute: routeRequired } : {}),
    onDone: (_answer, values) => form.resetDirty(values),
  })
  return (
    <form noValidate onSubmit={submit}>
      <fieldset className={classes.form} disabled={sending || isLocked}>
        <SelectField
          form={form}
          name="transferRoute"
          label="Transfer route"
          placeholder={routeRequired}
          data={transferRoutes}
          description={isLocked ? 'Only an administrator can change the route' : undefined}
        />
        {!isLocked && (
          <BusyButton type="submit" busy={sending} busyText="Updating..." disabled={!form.isDirty() || !form.isValid()}>
            Update route
          </BusyButton>
        )}
      </fieldset>
    </form>
  )
}
