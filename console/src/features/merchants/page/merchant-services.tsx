import type { Merchant } from '@kobo/contract/merchants'
import { Bar } from '../../../ui/bar.tsx'
import { Section, SectionBody } from '../../../ui/section.tsx'
import classes from './merchant-chips.module.css'

/** The services the merchant has chosen. */
export function MerchantServices({ merchant }: { merchant: Merchant | undefined }) {
  const services = merchant?.merchantEnabledServices ?? []
  return (
    <Section title="Enabled services">
      <SectionBody>
        {!merchant && <Bar width="40%" height="26px" />}
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
