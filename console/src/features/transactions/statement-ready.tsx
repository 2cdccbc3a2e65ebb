import type { contract } from '@kobo/contract'
import type { Data } from '@kobo/contract/kit/call'
import { Button } from '@mantine/core'
import { IconCircleCheck, IconDownload } from '@tabler/icons-react'
import { fileUrl } from '../../parts/use-file.ts'
import classes from './statement-dialog.module.css'

/** Says that the statement was made and is on its way by mail. */
export function StatementReady() {
  return (
    <div className={classes.ready} role="status">
      <IconCircleCheck className={classes.icon} size={32} stroke={1.5} aria-hidden />
      <p className={classes.text}>Your request was submitted successfully. Please check your mail shortly.</p>
    </div>
  )
}

/** The statement to save: as PDF, and as CSV where the server has one. */
export function StatementLinks({ of: statement }: { of: Data<typeof contract.statements.download> }) {
  const pdf = fileUrl(statement.statementURL)
  const csv = statement.csvURL ? fileUrl(statement.csvURL) : null
  return (
    <>
      {csv && (
        <Button component="a" variant="default" href={csv} {...saved}>
          Download CSV
        </Button>
      )}
      {pdf && (
        <Button component="a" href={pdf} ref={focus} leftSection={<IconDownload size={16} />} {...saved}>
          Download
        </Button>
      )}
    </>
  )
}

/** The button that had the focus is gone. */
function focus(link: HTMLAnchorElement | null): void {
  link?.focus()
}

/** Where another host has the file, `download` means nothing to the browser: the console must not be left. */
const saved = { download: true, target: '_blank', rel: 'noopener noreferrer' }
