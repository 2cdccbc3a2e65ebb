import { type TransferRoute as Route, transferRoutes } from '@kobo/contract/kit/transfer-route'
import { routeRequired, settings } from '@kobo/contract/settings'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { useMode } from '../../api/session.tsx'
import { useMay } from '../../api/use-may.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { FormNotices, useSendBlocker } from '../../forms/form-notices.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { RecordButtons } from '../../record/record-buttons.tsx'
import { useModeName } from '../../record/subject.tsx'
import { QueryContent } from '../../record/query-content.tsx'
import { SkeletonBar } from '../../ui/skeleton-bar.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Section, SectionBody } from '../../ui/section.tsx'
import classes from './settings.module.css'

/** Payment switch for the mode's payouts; read-only for users without the right to change it. */
export function TransferRoute() {
  const route = useApiQuery(settings.transferRoute, {})
  const modeName = useModeName()
  const may = useMay()
  return (
    <Section title="Payment route" aside={<RouteAside />}>
      <SectionBody>
        <div className={classes.words}>
          <p className={classes.sentence}>
            Payouts of {modeName} that have not been sent yet use this route. Those already sent keep theirs.
          </p>
          <QueryContent from={route} skeleton={<SkeletonBar width="240px" height="36px" />}>
            {({ transferRoute, mayChange }) => {
              const current = transferRoutes.find((one) => one === transferRoute) ?? null
              return (
                <RouteForm current={current} isLocked={mayChange === false || !may(settings.changeTransferRoute)} />
              )
            }}
          </QueryContent>
        </div>
      </SectionBody>
    </Section>
  )
}

function RouteAside() {
  const mode = useMode()
  return (
    <>
      {useModeName()} {mode && <RecordButtons of={{ type: 'transfer_route', id: mode }} />}
    </>
  )
}

function RouteForm({ current, isLocked }: { current: Route | null; isLocked: boolean }) {
  const contractForm = useContractForm(settings.changeTransferRoute, {
    start: { transferRoute: current },
    // The fallback is never sent: `check` below rejects a missing choice.
    request: ({ transferRoute }) => ({ transferRoute: transferRoute ?? 'NIP' }),
    check: ({ transferRoute }) => (transferRoute === null ? { transferRoute: routeRequired } : {}),
    onDone: (_response, values) => form.resetDirty(values),
  })
  const { form, sending, submit } = contractForm
  const blocker = useSendBlocker()
  useCurrentRoute(form, current)
  return (
    <form noValidate onSubmit={(event) => (blocker === null ? submit(event) : event.preventDefault())}>
      <fieldset className={classes.form} disabled={sending || isLocked}>
        <SelectField
          form={form}
          name="transferRoute"
          label="Transfer route"
          placeholder={routeRequired}
          data={transferRoutes}
          description={isLocked ? 'Only an administrator can change the route' : undefined}
        />
        <FormNotices of={contractForm} blocker={blocker} onDiscard={() => form.reset()} />
        {!isLocked && (
          <BusyButton
            type="submit"
            busy={sending}
            busyText="Updating..."
            disabled={!form.isDirty() || !form.isValid() || blocker !== null}
          >
            Update route
          </BusyButton>
        )}
      </fieldset>
    </form>
  )
}

/** Adopts a route changed by another operator, but keeps an unsent choice. */
function useCurrentRoute(form: UseFormReturnType<{ transferRoute: Route | null }>, current: Route | null) {
  const latest = useRef(form)
  useEffect(() => {
    latest.current = form
  })
  useEffect(() => {
    const isChosen = latest.current.isDirty()
    latest.current.setInitialValues({ transferRoute: current })
    latest.current.resetDirty({ transferRoute: current })
    if (!isChosen) latest.current.setValues({ transferRoute: current })
  }, [current])
}
