import type { Message } from '@kobo/contract/messages'
import { statements } from '@kobo/contract/statements'
import { DateTime, formatDay, listDateTime } from '../../ui/dates.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { ActionDialog } from '../action-dialog.tsx'
import { DialogButton } from '../dialog-button.tsx'
import { Subject } from '../subject.tsx'
import classes from './message-entry.module.css'

interface StatementLinkProps {
  messageId: string
  of: NonNullable<Message['statement']>
}

/** What became of the link to an emailed statement, with the button that withdraws it. */
export function StatementLink({ messageId, of: link }: StatementLinkProps) {
  const { startDate, endDate, state, expiresAt, downloads, lastDownloadAt, withdrawnByName } = link
  const name = `Statement, ${formatDay(startDate)} to ${formatDay(endDate)}`
  return (
    <div className={classes.line}>
      <span>
        {name}: {stateTexts[state]}
        {state === 'OPEN' && expiresAt && ` ${listDateTime(expiresAt)}`}
        {state === 'WITHDRAWN' && withdrawnByName && ` by ${withdrawnByName}`}, {timesText(downloads)}
        {lastDownloadAt && (
          <>
            , last <DateTime at={lastDownloadAt} />
          </>
        )}
      </span>
      <DialogButton
        call={statements.withdraw}
        className={classes.withdraw}
        variant="subtle"
        size="compact-xs"
        isOffered={state === 'OPEN' || state === 'MAKING'}
        aria-label={`Withdraw link: ${name}`}
        renderDialog={(onClose) => (
          <ActionDialog
            call={statements.withdraw}
            request={() => ({ messageId })}
            title="Withdraw link"
            subject={<Subject prompt="The link stops working at once, and cannot be restored." name={name} />}
            action={{ text: 'Withdraw link', busyText: 'Withdrawing...' }}
            onClose={onClose}
          />
        )}
      >
        Withdraw link
      </DialogButton>
    </div>
  )
}

const stateTexts: Readonly<Record<NonNullable<Message['statement']>['state'], string>> = {
  MAKING: 'being prepared',
  OPEN: 'link until',
  EXPIRED: 'link expired',
  WITHDRAWN: 'link withdrawn',
  FAILED: 'could not be prepared and was not sent',
}

function timesText(downloads: number): string {
  if (downloads === 0) return 'not downloaded'
  if (downloads === 1) return 'downloaded once'
  return downloads === 2 ? 'downloaded twice' : `downloaded ${formatCount(downloads)} times`
}
