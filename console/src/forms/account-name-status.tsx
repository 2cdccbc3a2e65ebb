import { Button, Input, Loader } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import classes from './account-field.module.css'
import type { NameEnquiry } from './use-name-enquiry.ts'

interface HolderStateProps {
  enquiry: NameEnquiry
  error: ReactNode
}

/** Account holder's name with the state of its name enquiry. It cannot be typed. */
export function HolderState({ enquiry, error }: HolderStateProps) {
  const labelId = useId()
  // A failed name enquiry already shows its own error.
  const isReported = enquiry.state === 'unknown' || enquiry.state === 'failed'
  return (
    <Input.Wrapper label="Account name" labelElement="div" labelProps={{ id: labelId }} error={!isReported && error}>
      <div
        className={classes.holder}
        role="status"
        aria-labelledby={labelId}
        // Focusable, because the focus moves here if it is the form's first error.
        tabIndex={-1}
        data-invalid={isReported || Boolean(error)}
      >
        <Content {...enquiry} />
      </div>
    </Input.Wrapper>
  )
}

function Content(enquiry: NameEnquiry) {
  switch (enquiry.state) {
    case 'waiting':
      return <span className={classes.note}>Shown once bank and account number are complete</span>
    case 'asking':
      return (
        <span className={classes.note}>
          <Loader size={14} color="gray" /> Looking up the name...
        </span>
      )
    case 'found':
      return (
        <>
          <IconCircleCheck className={classes.found} size={16} stroke={1.75} aria-hidden />
          <strong>{enquiry.name}</strong>
        </>
      )
    case 'unknown':
      return <span className={classes.fault}>{enquiry.sentence}</span>
    case 'failed':
      return (
        <>
          <span className={classes.fault}>The name could not be looked up</span>
          <Button variant="subtle" size="compact-xs" onClick={enquiry.retry}>
            Try again
          </Button>
        </>
      )
  }
}
