import { disputes } from '@kobo/contract/disputes'
import { IconMessageReport } from '@tabler/icons-react'
import { type ListTabs, listTab } from '../../list/list-page.tsx'
import { paths } from '../../paths.ts'
import { AccentLink } from '../../ui/accent-link.tsx'
import { DialogButton } from '../../record/dialog-button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { chargebackList } from './chargeback-list.tsx'
import { disputeList } from './dispute-list.tsx'
import classes from './disputes-area.module.css'

const InitiateDispute = lazyComponent(() => import('./initiate/initiate-dispute.tsx'), 'InitiateDispute', {
  over: true,
})

export const tabs: ListTabs = [listTab('disputes', disputeList), listTab('chargebacks', chargebackList)]

/** Buttons beside the title. */
export function Actions() {
  return (
    <div className={classes.actions}>
      <AccentLink to={paths.sampleDispute()}>Sample dispute</AccentLink>
      <DialogButton
        call={disputes.initiate}
        icon={IconMessageReport}
        load={InitiateDispute.load}
        renderDialog={(onClose) => <InitiateDispute onClose={onClose} />}
      >
        Initiate Dispute
      </DialogButton>
    </div>
  )
}
