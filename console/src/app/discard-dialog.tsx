import { Button } from '@mantine/core'
import { Dialog } from '../ui/dialog.tsx'
import { answerDiscard } from '../ui/unsaved-input.ts'

/** Confirms before unsaved input is discarded. */
export function DiscardDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title="Discard unsaved changes?"
      onClose={onClose}
      footer={
        <>
          <Button variant="default" c="var(--kobo-red)" onClick={() => answerDiscard(true)}>
            Discard
          </Button>
          <Button data-autofocus onClick={onClose}>
            Keep editing
          </Button>
        </>
      }
    >
      Your input has not been sent and cannot be recovered.
    </Dialog>
  )
}
