import { sql } from 'kysely'
import { selectOpen, themselves, type WorkSource } from '../work-source.ts'

/** KYC that a merchant has submitted, whether under review or not. */
export const kyc: WorkSource = {
  kind: 'KYC',
  open: [
    (_now, within) =>
      selectOpen(
        {
          mode: sql`mode`,
          subject_id: sql`id::text`,
          name: sql`business_name`,
          merchant_id: sql`id`,
          opened_at: sql`coalesce(kyc_submitted_at, created_at)`,
        },
        sql`merchant where verified in ('SUBMITTED', 'PROCESSING') and ${within(sql`id`)}`,
      ),
  ],
  touched: { merchant: themselves },
  news: sql<boolean>`exists (
    select from merchant_document join file on file.id = file_id
    where merchant_id = item.subject_id::uuid and file.created_at > item.snoozed_at)`,
}
