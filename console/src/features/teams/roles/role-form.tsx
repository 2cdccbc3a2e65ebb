import type { Call } from '@kobo/contract/kit/call'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormNotices, useSendBlocker } from '../../../forms/form-notices.tsx'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { TextareaField } from '../../../forms/textarea-field.tsx'
import type { useContractForm } from '../../../forms/use-contract-form.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { Section, SectionBody } from '../../../ui/section.tsx'
import { RightsFields } from './rights-fields.tsx'
import type { RoleValues } from './role-draft.ts'
import classes from './roles.module.css'

interface RoleFormProps {
  title: string
  of: ReturnType<typeof useContractForm<Call, RoleValues>>
  action: { text: string; busyText: string }
  /** Why the form cannot be sent now. */
  notice?: ReactNode
  /** What saving will change. */
  changes?: ReactNode
  onCancel: () => void
}

/** Form of a role with its rights, and a reason. */
export function RoleForm({ title, of, action, notice, changes, onCancel }: RoleFormProps) {
  const { form, sending, problem, unsaved, earlier, submit } = of
  const blocker = useSendBlocker()
  const isLocked = Boolean(notice) || blocker !== null
  return (
    <Section title={title}>
      <SectionBody>
        <form
          noValidate
          className={classes.form}
          onSubmit={(event) => (isLocked ? event.preventDefault() : submit(event))}
        >
          <fieldset className={classes.fields} disabled={sending}>
            <TextField form={form} name="name" label="Name" autoComplete="off" className={classes.text} />
            <TextField
              form={form}
              name="about"
              label="Description (optional)"
              autoComplete="off"
              className={classes.text}
            />
            <RightsFields form={form} />
            {changes && (
              <section aria-label="What changes" className={classes.summary}>
                <h3 className={classes.heading}>What changes</h3>
                {changes}
              </section>
            )}
            <TextareaField form={form} name="reason" label="Reason" className={classes.text} />
          </fieldset>
          <FormProblem problem={problem} />
          <FormNotices of={of} blocker={blocker} onDiscard={() => form.reset()} />
          {notice}
          <div className={classes.buttons}>
            <Button variant="default" onClick={() => unsaved.leave(onCancel)}>
              Cancel
            </Button>
            <BusyButton
              type="submit"
              busy={sending}
              busyText={action.busyText}
              disabled={isLocked || earlier?.state === 'checking'}
            >
              {action.text}
            </BusyButton>
          </div>
        </form>
      </SectionBody>
    </Section>
  )
}
