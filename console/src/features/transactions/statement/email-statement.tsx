import { messages } from '@kobo/contract/messages'
import { linkDays, statements } from '@kobo/contract/statements'
import { IconSend } from '@tabler/icons-react'
import { useIsSupported } from '../../../api/config.ts'
import { useApiQuery } from '../../../api/use-api-query.ts'
import { useMay } from '../../../api/use-may.ts'
import { ActionDialog } from '../../../record/action-dialog.tsx'
import { DialogButton } from '../../../record/dialog-button.tsx'
import { Subject } from '../../../record/subject.tsx'
import { formatDay } from '../../../ui/dates.tsx'
import classes from './email-statement.module.css'

interface EmailStatementProps {
  merchantId: string
  /** Null until it has been chosen. */
  period: { startDate: string; endDate: string } | null
  onDone: () => void
}

/** Emails the merchant a link to the statement, after confirmation; absent for whoever may not write to merchants. */
export function EmailStatement({ merchantId, period, onDone }: EmailStatementProps) {
  const may = useMay()
  const isOffered = useIsSupported(statements.email) && may(statements.email)
  const request = { recordType: 'merchant', recordId: merchantId } as const
  const { data, error } = useApiQuery(messages.recipients, isOffered ? request : null)
  if (!isOffered) return null
  const merchant = data?.recipients.find(({ kind }) => kind === 'MERCHANT')
  const problem = error
    ? 'The address of the merchant could not be loaded'
    : merchant && !merchant.email
      ? 'The email address of this merchant is unknown'
      : null
  const blocker = problem ?? (merchant ? (period ? null : 'Choose the period first') : 'Loading the address')
  return (
    <div className={classes.email}>
      <DialogButton
        call={statements.email}
        icon={IconSend}
        variant="default"
        size="xs"
        blocker={blocker}
        renderDialog={(onClose) => (
          <ActionDialog
            call={statements.email}
            request={() => ({ merchantId, startDate: '', endDate: '', ...period })}
            title="Email Statement"
            subject={
              <Subject
                prompt={`The merchant receives a link under your first name. It works for ${linkDays} days without a sign-in, and can be withdrawn in the messages of the merchant.`}
                name={merchant?.name ?? ''}
              >
                <div>{merchant?.email}</div>
                <div>{period && `${formatDay(period.startDate)} to ${formatDay(period.endDate)}`}</div>
              </Subject>
            }
            action={{ text: 'Email statement', busyText: 'Sending...' }}
            blocker={problem}
            onDone={onDone}
            onClose={onClose}
          />
        )}
      >
        Email to the merchant
      </DialogButton>
      <span className={classes.hint}>{problem ?? `By a link that works for ${linkDays} days`}</span>
    </div>
  )
}
