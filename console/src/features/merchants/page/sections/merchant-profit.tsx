import type { Data } from '@kobo/contract/kit/call'
import { profit } from '@kobo/contract/profit'
import { useIsSupported } from '../../../../api/config.ts'
import { useApiQuery } from '../../../../api/use-api-query.ts'
import { useMay } from '../../../../api/use-may.ts'
import { Naira } from '../../../../money/naira.tsx'
import { paths } from '../../../../paths.ts'
import { useRecord } from '../../../../record/define-record.ts'
import { QueryContent } from '../../../../record/query-content.tsx'
import { AccentLink } from '../../../../ui/accent-link.tsx'
import { type FieldOf, Fields } from '../../../../ui/fields.tsx'
import { useIdle } from '../../../../ui/preload.ts'
import { Section } from '../../../../ui/section.tsx'
import { merchantRecord } from '../../merchant-record.ts'

type Earned = Data<typeof profit.ofMerchant>

/** What the merchant earned us lately, linked to the payments; a merchant without an approved KYC has no account. */
export function MerchantProfit({ merchantId }: { merchantId: string }) {
  const { record: merchant, known } = useRecord(merchantRecord)
  const may = useMay()
  const isShown = useIsSupported(profit.ofMerchant) && may(profit.ofMerchant)
  if (!isShown || (merchant ?? known)?.verified !== 'ACCEPTED') return null
  return (
    <Section title="Profit" aside="Our fees less our costs">
      <Figures merchantId={merchantId} />
    </Section>
  )
}

function Figures({ merchantId }: { merchantId: string }) {
  // Nobody opens a merchant for these figures, so that they come after everything else on the page.
  const isIdle = useIdle(true)
  const earned = useApiQuery(profit.ofMerchant, isIdle ? { merchantId } : null)
  const field = (label: string, of: keyof Earned): FieldOf<Earned> => [
    label,
    ({ [of]: { startDate, endDate, profit: amount } }) => (
      <AccentLink to={paths.profit({ merchant: merchantId, startDate, endDate })}>
        <Naira amount={amount} />
      </AccentLink>
    ),
  ]
  const fields = [field('This week', 'week'), field('This month', 'month')]
  return (
    <QueryContent from={earned} skeleton={<Fields of={undefined} fields={fields} />}>
      {(figures) => <Fields of={figures} fields={fields} />}
    </QueryContent>
  )
}
