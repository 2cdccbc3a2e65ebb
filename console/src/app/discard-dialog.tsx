import { Button } from '@mantine/core'
import { Dialog } from '../ui/dialog.tsx'
import { answerDiscard } from '../ui/unsaved-input.ts'

/** Confirms before unsaved input is discarded. */
export function DiscardDialog({ onClose: keep }: { onClose: () => void }) {
  return (
    <Dialog
      title="Discard unsaved changes?"
      onClose={keep}
      footer={
        <>
          <Button variant="default" c="var(--kobo-red)" onClick={() => answerDiscard(true)}>
            Discard
          </Button>
          <Button data-autofocus onClick={keep}>
            Keep editing
          </Button>
        </>
      }
    >
      Your input has not been sent and cannot be recovered.
    </Dialog>
  )
}
