import { nextSteps } from '@kobo/contract/kit/dispute'
import { type DisputeDetails, disputes } from '@kobo/contract/disputes'
import { Button } from '@mantine/core'
import { use, useRef, useState } from 'react'
import { useMay } from '../../../../api/use-may.ts'
import { QueueContext } from '../../../../list/queue/use-queue.ts'
import { useFocusAfterRemoval } from '../../../../record/use-focus-after-removal.ts'
import { sentenceCase } from '../../../../ui/format-text.ts'
import { keyHint } from '../../../../ui/key-hint.tsx'
import { preloadOnIntent } from '../../../../ui/preload.ts'
import { useKeysIn } from '../../../../ui/use-keys-in.ts'
import { lazyComponent } from '../../../../ui/lazy-component.tsx'
import { type Step, stepTexts } from './status-texts.ts'

const ChangeStatus = lazyComponent(() => import('./change-status.tsx'), 'ChangeStatus', { over: true })

/** Buttons for the allowed transitions of a dispute; the last one is the main action. */
export function StatusButtons({ dispute }: { dispute: DisputeDetails }) {
  const [selectedStep, setSelectedStep] = useState<Step | null>(null)
  const may = useMay()
  const steps: readonly string[] = dispute.nextStatuses ?? nextSteps(dispute.status)
  const offered = may(disputes.changeStatus) ? order.filter((step) => steps.includes(step)) : []
  const main = useRef<HTMLButtonElement>(null)
  const refusal = useRef<HTMLButtonElement>(null)
  const queue = use(QueueContext)
  const isBusy = queue?.state === 'moving'
  const mainStep = offered.at(-1)
  const refs = { [mainStep ?? '']: main, REJECTED: refusal }
  useKeysIn(main, isBusy || !mainStep ? {} : { a: () => setSelectedStep(mainStep) })
  useKeysIn(refusal, isBusy ? {} : { r: () => setSelectedStep('REJECTED') })
  useFocusAfterRemoval(selectedStep !== null, offered.join(), main)

  function advance(step: Step) {
    // A dispute whose review has started is decided next.
    if (step !== 'IN_PROGRESS') queue?.advance(sentenceCase(step))
  }
  return (
    <>
      {offered.map((step) => (
        <Button
          key={step}
          ref={refs[step]}
          variant={step === mainStep ? 'filled' : 'default'}
          disabled={isBusy}
          {...(stepTexts[step].tone === 'decline' && { c: 'var(--kobo-red)' })}
          onClick={() => setSelectedStep(step)}
          {...preloadOnIntent(ChangeStatus.load)}
          {...(step === mainStep && keyHint('A'))}
          {...(step === 'REJECTED' && keyHint('R'))}
        >
          {stepTexts[step].button}
        </Button>
      ))}
      {selectedStep && (
        <ChangeStatus
          step={selectedStep}
          dispute={dispute}
          isOffered={offered.includes(selectedStep)}
          onDone={() => advance(selectedStep)}
          onClose={() => setSelectedStep(null)}
        />
      )}
    </>
  )
}

const order: readonly Step[] = [
  'CLOSED',
  'REJECTED',
  'FEEDBACK_PROVIDED',
  'AWAITING_FEEDBACK',
  'IN_PROGRESS',
  'RESOLVED',
]
