import { type MerchantUpgrade, merchantUpgrades } from '@kobo/contract/merchant-upgrades'
import { usePollInterval } from '../../../api/use-poll-interval.ts'
import { useApiQuery } from '../../../api/use-api-query.ts'
import type { PanelProps } from '../../../list/define-list.ts'
import { Code } from '../../../ui/code.tsx'
import { PanelMoment } from '../../../ui/dates.tsx'
import { Documents } from '../../../documents/documents.tsx'
import { Email } from '../../../people/contact-details.tsx'
import { MerchantLink } from '../../../people/merchant-link.tsx'
import { sentenceCase, orEmpty } from '../../../ui/format-text.ts'
import { RecordButtons } from '../../../record/record-buttons.tsx'
import { QueryContent } from '../../../record/query-content.tsx'
import { QueueBar } from '../../../list/queue/queue-bar.tsx'
import { PanelInQueue, PanelSteps } from '../../../record/panel-pager.tsx'
import { WorkBar } from '../../../record/work/work-bar.tsx'
import { StatusTag } from '../../../status/status-tag.tsx'
import { merchantUpgrade } from '../../../status/statuses.ts'
import { type FieldOf, Fields } from '../../../ui/fields.tsx'
import { SidePanel } from '../../../ui/side-panel.tsx'
import { UpgradeDecision } from './upgrade-dialogs.tsx'
import classes from './upgrade-panel.module.css'

/** Upgrade request of an unregistered business with the submitted documents. */
export function UpgradePanel({ id, onClose }: Pick<PanelProps<unknown>, 'id' | 'onClose'>) {
  const details = useApiQuery(merchantUpgrades.details, { upgradeRequestId: id }, { pollMs: usePollInterval('slow') })
  const upgrade = details.data?.upgrade
  return (
    <PanelInQueue id={id}>
      <SidePanel
        title="Upgrade request"
        onClose={onClose}
        aside={<PanelSteps id={id} />}
        tools={<RecordButtons of={{ type: 'merchant_upgrade', id }} />}
        bar={<WorkBar of={{ type: 'merchant_upgrade', id }} place="panel" />}
        footer={upgrade && <UpgradeDecision upgrade={upgrade} />}
      >
        <QueueBar />
        <QueryContent from={details} skeleton={<Request upgrade={undefined} />}>
          {(reply) => <Request upgrade={reply.upgrade} />}
        </QueryContent>
      </SidePanel>
    </PanelInQueue>
  )
}

function Request({ upgrade }: { upgrade: MerchantUpgrade | undefined }) {
  return (
    <>
      <Fields of={upgrade} fields={fields} />
      <h3 className={classes.heading}>Documents</h3>
      <Documents addresses={upgrade && (upgrade.documents ?? [])} />
      {upgrade?.decision && (
        <>
          <h3 className={classes.heading}>Decision</h3>
          <Fields of={upgrade.decision} fields={decisionFields} />
        </>
      )}
    </>
  )
}

const fields: FieldOf<MerchantUpgrade>[] = [
  ['Merchant', ({ merchant }) => <MerchantLink merchant={merchant} />],
  ['Email', ({ merchant }) => <Email value={merchant?.email} />],
  ['Status', ({ status }) => <StatusTag of={status} map={merchantUpgrade} />],
  ['Date created', ({ createdAt }) => <PanelMoment at={createdAt} />],
  ['Current type', ({ currentType }) => sentenceCase(currentType)],
  ['Requested type', ({ requestedType }) => sentenceCase(requestedType)],
  ['Registration number', ({ registrationNumber }) => <Code value={registrationNumber} />],
]

const decisionFields: FieldOf<NonNullable<MerchantUpgrade['decision']>>[] = [
  ['Decided by', ({ staffName }) => orEmpty(staffName)],
  ['Date decided', ({ decidedAt }) => <PanelMoment at={decidedAt} />],
  ['Reason', ({ reason }) => orEmpty(reason)],
]
