import type { statements } from '@kobo/contract/statements'
import type { Data } from '@kobo/contract/kit/call'
import { Button, Loader } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconDownload } from '@tabler/icons-react'
import { fileUrl, savingLink } from '../../../ui/download-link.ts'
import classes from './statement-dialog.module.css'
import type { GeneratedFile } from './use-generated-file.ts'

type Statement = Data<typeof statements.download>

export const submittedText = 'Your request was submitted successfully. Please check your mail shortly.'

/** Confirms the request, with the progress of the file and a note that it will be emailed. */
export function StatementReady({ of: { note }, file }: { of: Statement; file: GeneratedFile }) {
  if (file.state === 'refused') {
    return (
      <div className={classes.ready} role="alert">
        <IconAlertCircle className={classes.alarm} size={32} stroke={1.5} aria-hidden />
        <p className={classes.text}>{file.message}</p>
      </div>
    )
  }
  return (
    <div className={classes.ready} role="status">
      <IconCircleCheck className={classes.icon} size={32} stroke={1.5} aria-hidden />
      <p className={classes.text}>{submittedText}</p>
      {note && <p className={classes.note}>{note}.</p>}
      {file.state === 'making' && (
        <p className={classes.note}>Your statement is being prepared. You can wait for it here.</p>
      )}
    </div>
  )
}

/** Download links of the generated statement: PDF, and CSV if the server provides one. */
export function StatementLinks({ of: statement, file }: { of: Statement; file: GeneratedFile }) {
  if (file.state === 'refused') return null
  if (file.state === 'making') {
    return (
      <Button disabled aria-busy leftSection={<Loader size={14} color="gray" />}>
        Preparing...
      </Button>
    )
  }
  const pdf = fileUrl(statement.statementURL)
  const csv = statement.csvURL && statement.csvURL !== statement.statementURL ? fileUrl(statement.csvURL) : null
  return (
    <>
      {csv && (
        <Button component="a" variant="default" href={csv} {...savingLink}>
          Download CSV
        </Button>
      )}
      {pdf && (
        <Button component="a" href={pdf} ref={focus} leftSection={<IconDownload size={16} />} {...savingLink}>
          Download statement
        </Button>
      )}
    </>
  )
}

/** Moves the focus to the link, since the button that had it has been removed. */
function focus(link: HTMLAnchorElement | null): void {
  link?.focus()
}
