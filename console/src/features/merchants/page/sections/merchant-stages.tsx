import { IconCircleCheck } from '@tabler/icons-react'
import { useRecord } from '../../../../record/define-record.ts'
import { SkeletonBar } from '../../../../ui/skeleton-bar.tsx'
import { Section, SectionBody } from '../../../../ui/section.tsx'
import { merchantRecord } from '../../merchant-record.ts'
import classes from './merchant-chips.module.css'

/** Completed KYC stages, under the server's names. */
export function MerchantStages() {
  const { record: merchant } = useRecord(merchantRecord)
  const stages = merchant?.kycCompletedFields ?? []
  return (
    <Section title="KYC completion stages" aside={stages.length > 0 && `${stages.length} completed`}>
      <SectionBody>
        {!merchant && <SkeletonBar width="40%" height="26px" />}
        {merchant && stages.length === 0 && 'No KYC COMPLETED'}
        {stages.length > 0 && (
          <ul className={classes.chips}>
            {stages.map((stage) => (
              <li key={stage} className={classes.stage}>
                <IconCircleCheck size={14} aria-hidden />
                {stage}
              </li>
            ))}
          </ul>
        )}
      </SectionBody>
    </Section>
  )
}
