import { contract } from '@kobo/contract'
import type { Data, Request } from '@kobo/contract/kit/call'
import { lagosDay } from '@kobo/contract/kit/day'
import { useId, useState } from 'react'
import { ApiFailure } from '../../../api/failure.ts'
import { send } from '../../../api/send.ts'
import { useMode } from '../../../api/use-mode.ts'
import { SelectField } from '../../../forms/select-field.tsx'
import { useContractForm } from '../../../forms/use-contract-form.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { DayRangeFields } from '../../../ui/date-field.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toastFailure } from '../../../ui/toast.ts'
import { custom, durations, type StatementChoice, statementDays, statementFaults } from './statement-dates.ts'
import classes from './statement-dialog.module.css'
import { StatementLinks, StatementReady } from './statement-ready.tsx'
import { useMadeFile } from './use-made-file.ts'

const { download } = contract.statements

const nothingChosen: StatementChoice = { duration: null, startDate: '', endDate: '' }

interface StatementDialogProps {
  merchantId: string
  opened: boolean
  onClose: () => void
}

/** Asks for which days a statement shall be, has it made, and hands it over. */
export function StatementDialog({ merchantId, opened, onClose }: StatementDialogProps) {
  const [statement, setStatement] = useState<Data<typeof download> | null>(null)
  const file = useMadeFile(opened && statement?.making ? statement.statementURL : null)
  const formId = useId()
  const generate = useGenerate()
  const [today] = useState(() => lagosDay(new Date()))
  const { form, sending, submit } = useContractForm(download, {
    start: nothingChosen,
    request: (choice) => ({ merchantId, ...statementDays(choice, today) }),
    check: (choice) => statementFaults(choice, today),
    send: generate,
    onDone: ({ data }) => setStatement(data),
  })
  const { duration, startDate, endDate } = form.values
  return (
    <Dialog
      opened={opened}
      title="Generate statement"
      onClose={() => {
        if (!sending) onClose()
      }}
      footer={
        statement ? (
          <StatementLinks of={statement} file={file} />
        ) : (
          <BusyButton type="submit" form={formId} busy={sending} busyText="Processing...">
            Generate
          </BusyButton>
        )
      }
    >
      {statement ? (
        <StatementReady of={statement} file={file} />
      ) : (
        <form id={formId} className={classes.form} noValidate onSubmit={submit}>
          <SelectField
            form={form}
            name="duration"
            label="Duration"
            placeholder="Choose a duration"
            data={durations}
            disabled={sending}
          />
          {duration === custom && (
            <DayRangeFields
              start={startDate || null}
              end={endDate || null}
              max={today}
              errors={{ start: form.errors.startDate, end: form.errors.endDate }}
              onChange={({ start, end }) => form.setValues({ startDate: start ?? '', endDate: end ?? '' })}
            />
          )}
        </form>
      )}
    </Dialog>
  )
}

/** Reads, but writes and mails too: sent once for each press of the button, never kept, never repeated by itself. */
function useGenerate() {
  const mode = useMode()
  return async (request: Request<typeof download>) => {
    try {
      return await send(download, request, { mode })
    } catch (failure) {
      // The end of a session is said once for all calls.
      if (failure instanceof ApiFailure && failure.status !== 401) toastFailure(failure.message)
      throw failure
    }
  }
}
