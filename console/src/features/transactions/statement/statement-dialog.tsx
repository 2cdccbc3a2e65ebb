import { statements } from '@kobo/contract/statements'
import type { Data } from '@kobo/contract/kit/call'
import { lagosDay } from '@kobo/contract/kit/day'
import { useState } from 'react'
import { serverNow } from '../../../api/clock.ts'
import { FormDialog } from '../../../forms/form-window.tsx'
import { SelectField } from '../../../forms/select-field.tsx'
import { useContractForm } from '../../../forms/use-contract-form.ts'
import { formatDay } from '../../../ui/dates.tsx'
import { DayRangeFields } from '../../../ui/date-input.tsx'
import { custom, durations, type StatementChoice, statementDays, statementFaults } from './statement-dates.ts'
import { EmailStatement } from './email-statement.tsx'
import classes from './statement-dialog.module.css'
import { StatementLinks, StatementReady, submittedText } from './statement-ready.tsx'
import { useGeneratedFile } from './use-generated-file.ts'

const { download } = statements

const initialChoice: StatementChoice = { duration: null, startDate: '', endDate: '' }

interface StatementDialogProps {
  merchantId: string
  opened: boolean
  onClose: () => void
}

/** Collects the period of a statement, has it generated, and offers the file. */
export function StatementDialog({ merchantId, opened, onClose }: StatementDialogProps) {
  const [statement, setStatement] = useState<Data<typeof download> | null>(null)
  const file = useGeneratedFile(opened && statement?.making ? statement.statementURL : null)
  const [today] = useState(() => lagosDay(new Date(serverNow())))
  const contractForm = useContractForm(download, {
    start: initialChoice,
    request: (choice) => ({ merchantId, ...statementDays(choice, today) }),
    check: (choice) => statementFaults(choice, today),
    successText: submittedText,
    onDone: ({ data }) => setStatement(data),
  })
  const { form } = contractForm
  const { duration, startDate, endDate } = form.values
  const isChosen = duration !== null && Object.keys(statementFaults(form.values, today)).length === 0
  return (
    <FormDialog
      opened={opened}
      title="Generate Statement"
      of={contractForm}
      action={{ text: 'Generate', busyText: 'Processing...' }}
      done={
        statement && {
          content: <StatementReady of={statement} file={file} />,
          footer: <StatementLinks of={statement} file={file} />,
        }
      }
      below={
        opened && (
          <EmailStatement
            merchantId={merchantId}
            period={isChosen ? statementDays(form.values, today) : null}
            onDone={() => {
              contractForm.unsaved.release()
              onClose()
            }}
          />
        )
      }
      onClose={onClose}
    >
      <SelectField form={form} name="duration" label="Duration" placeholder="Choose a duration" data={durations} />
      {duration === custom && (
        <DayRangeFields
          start={startDate || null}
          end={endDate || null}
          max={today}
          errors={{ start: form.errors['startDate'], end: form.errors['endDate'] }}
          onChange={({ start, end }) => form.setValues({ startDate: start ?? '', endDate: end ?? '' })}
        />
      )}
      {duration !== null && duration !== custom && <Days of={statementDays(form.values, today)} />}
    </FormDialog>
  )
}

/** Previews the days of the chosen duration. */
function Days({ of: { startDate, endDate } }: { of: ReturnType<typeof statementDays> }) {
  return (
    <p className={classes.days}>
      {formatDay(startDate)} to {formatDay(endDate)}
    </p>
  )
}
