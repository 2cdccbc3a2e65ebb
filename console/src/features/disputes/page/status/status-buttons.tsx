import { nextSteps } from '@kobo/contract/kit/dispute'
import { type DisputeDetails, disputes } from '@kobo/contract/disputes'
import { Button } from '@mantine/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useMay } from '../../../../api/use-may.ts'
import { preloadOnIntent } from '../../../../ui/preload.ts'
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
  useFocusOnNext(main, selectedStep, offered.join())
  return (
    <>
      {offered.map((step) => (
        <Button
          key={step}
          ref={step === offered.at(-1) ? main : null}
          variant={step === offered.at(-1) ? 'filled' : 'default'}
          {...(stepTexts[step].tone === 'decline' && { c: 'var(--kobo-red)' })}
          onClick={() => setSelectedStep(step)}
          {...preloadOnIntent(ChangeStatus.load)}
        >
          {stepTexts[step].button}
        </Button>
      ))}
      {selectedStep && (
        <ChangeStatus
          step={selectedStep}
          dispute={dispute}
          isOffered={offered.includes(selectedStep)}
          onClose={() => setSelectedStep(null)}
        />
      )}
    </>
  )
}

/** Focuses the next main button, or the page, because the button of a completed step is removed along with its focus. */
function useFocusOnNext(main: RefObject<HTMLButtonElement | null>, selectedStep: Step | null, offered: string) {
  const wasSelected = useRef(false)
  useEffect(() => {
    if (selectedStep !== null) wasSelected.current = true
    const isLost = selectedStep === null && wasSelected.current && document.activeElement === document.body
    if (isLost) (main.current ?? document.getElementById('content'))?.focus({ preventScroll: true })
  }, [main, selectedStep, offered])
}

const order: readonly Step[] = [
  'CLOSED',
  'REJECTED',
  'FEEDBACK_PROVIDED',
  'AWAITING_FEEDBACK',
  'IN_PROGRESS',
  'RESOLVED',
]
