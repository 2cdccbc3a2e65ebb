import { Button } from '@mantine/core'
import { IconMessageReport } from '@tabler/icons-react'
import { useState } from 'react'
import { type ListTabs, listTab } from '../../list/list-page.tsx'
import { paths } from '../../paths.ts'
import { AccentLink } from '../../ui/accent-link.tsx'
import { preloadOnIntent } from '../../ui/preload.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { chargebackList } from './chargeback-list.tsx'
import { disputeList } from './dispute-list.tsx'
import classes from './disputes-page.module.css'

const InitiateDispute = lazyComponent(() => import('./initiate/initiate-dispute.tsx'), 'InitiateDispute', {
  over: true,
})

export const tabs: ListTabs = [listTab('disputes', disputeList), listTab('chargebacks', chargebackList)]

/** Buttons beside the title. */
export function Actions() {
  const [initiating, setInitiating] = useState(false)
  return (
    <div className={classes.actions}>
      <AccentLink to={paths.sampleDispute()}>Sample dispute</AccentLink>
      <Button
        leftSection={<IconMessageReport size={17} stroke={1.5} />}
        onClick={() => setInitiating(true)}
        {...preloadOnIntent(InitiateDispute.load)}
      >
        Initiate Dispute
      </Button>
      {initiating && <InitiateDispute onClose={() => setInitiating(false)} />}
    </div>
  )
}
