import { useRecord } from '../../../../record/define-record.ts'
import { SkeletonBar } from '../../../../ui/skeleton-bar.tsx'
import { Section, SectionBody } from '../../../../ui/section.tsx'
import { merchantRecord } from '../../merchant-record.ts'
import classes from './merchant-chips.module.css'

export function MerchantServices() {
  const { record: merchant } = useRecord(merchantRecord)
  const services = merchant?.merchantEnabledServices ?? []
  return (
    <Section title="Enabled services">
      <SectionBody>
        {!merchant && <SkeletonBar width="40%" height="26px" />}
        {merchant && services.length === 0 && 'No Service Selected'}
        {services.length > 0 && (
          <ul className={classes.chips}>
            {services.map((service) => (
              <li key={service.id} className={classes.service}>
                {service.name}
              </li>
            ))}
          </ul>
        )}
      </SectionBody>
    </Section>
  )
}
