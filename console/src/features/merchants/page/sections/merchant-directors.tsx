import { type Director, merchants } from '@kobo/contract/merchants'
import { useApiQuery } from '../../../../api/use-api-query.ts'
import { formatDay } from '../../../../ui/dates.tsx'
import { ViewDocument } from '../../../../documents/documents.tsx'
import { fullName, orEmpty } from '../../../../ui/format-text.ts'
import { useRecord } from '../../../../record/define-record.ts'
import { QueryContent } from '../../../../record/query-content.tsx'
import { Masked } from '../../../../people/masked.tsx'
import { Section, SectionBar, SectionBody } from '../../../../ui/section.tsx'
import { merchantRecord } from '../../merchant-record.ts'
import classes from './merchant-table.module.css'

/** The company's directors; hidden for an unregistered business without any. */
export function MerchantDirectors({ merchantId }: { merchantId: string }) {
  const { record: merchant } = useRecord(merchantRecord)
  const directors = useApiQuery(merchants.directors, { merchantId })
  if (!merchant) return null
  const none = directors.isPending || directors.data?.directors.length === 0
  if (none && !isRegistered(merchant.businessType)) return null
  return (
    <Section title="Director's information">
      <QueryContent from={directors} skeleton={<SectionBar />}>
        {(reply) =>
          reply.directors.length === 0 ? (
            <SectionBody>Merchant not Approved yet</SectionBody>
          ) : (
            <Table directors={reply.directors} />
          )
        }
      </QueryContent>
    </Section>
  )
}

const titles = ['First name', 'Last name', 'BVN', 'Date of birth', 'Identity']

function Table({ directors }: { directors: Director[] }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {titles.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {directors.map((director) => (
          <tr key={director.id}>
            <td data-title={titles[0]}>{orEmpty(director.firstName)}</td>
            <td data-title={titles[1]}>{orEmpty(director.lastName)}</td>
            <td data-title={titles[2]}>
              <Masked value={director.bvn} />
            </td>
            <td data-title={titles[3]}>{formatDay(director.dateOfBirth)}</td>
            <td data-title={titles[4]}>
              <ViewDocument address={director.identity} of={`identity of ${fullName(director) || 'a director'}`} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Whether the business is registered; only then are directors required. */
function isRegistered(raw: string | null | undefined): boolean {
  return raw?.toUpperCase() === 'REGISTERED'
}
