import { sql } from 'kysely'
import { naira } from '@kobo/contract/kit/naira'
import { merchantStatuses, type merchants } from '@kobo/contract/merchants'
import { z } from 'zod'
import type { Handler } from '../../http/handler.ts'
import { describeChanges } from '../audit/describe-changes.ts'
import { maskedNumber, numberOf, staffName, decision } from '../../http/display.ts'
import { notFound } from '../../http/http-error.ts'
import { statusChanged } from './change-merchant-status.ts'

/** Returns a merchant's details, with personal numbers masked. */
export const merchantInfo: Handler<typeof merchants.info> = async ({ merchantId }, { db, mode, files, now, seal }) => {
  const row = await db
    .selectFrom('merchant')
    .leftJoin('account', (join) =>
      join.onRef('account.merchant_id', '=', 'merchant.id').on('account.kind', '=', 'MERCHANT'),
    )
    .leftJoin('staff as reviewer', 'reviewer.id', 'merchant.reviewer_id')
    .leftJoin('staff as decider', 'decider.id', 'merchant.decided_by')
    .leftJoin('partner', 'partner.id', 'merchant.partner_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('audit')
          .leftJoin('staff', 'staff.id', 'audit.staff_id')
          .select(['audit.at', 'audit.after', 'audit.reason', 'staff.first_name', 'staff.last_name'])
          .where('record_type', '=', 'merchant')
          .whereRef('record_id', '=', sql`merchant.id::text`)
          .where('action', '=', statusChanged)
          .where((audit) => audit.or([audit('decided_at', 'is', null), audit('at', '>', audit.ref('decided_at'))]))
          .orderBy('at', 'desc')
          .orderBy('audit.id', 'desc')
          .limit(1)
          .as('change'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('audit')
          .select(sql`audit.after -> 'evidence'`.as('evidence'))
          .where('record_type', '=', 'merchant')
          .whereRef('record_id', '=', sql`merchant.id::text`)
          .whereRef('at', '=', 'decided_at')
          .where('action', 'in', ['merchant.approve', 'merchant.decline'])
          .limit(1)
          .as('decided'),
      (join) => join.onTrue(),
    )
    .selectAll('merchant')
    .select('decided.evidence')
    .select('partner.name as partner_name')
    .select(['account.account_number', 'account.account_name', 'account.bank_name'])
    .select(['account.booked_kobo', 'account.available_kobo'])
    .select(['reviewer.first_name as reviewer_first_name', 'reviewer.last_name as reviewer_last_name'])
    .select(['change.at as changed_at', 'change.after as changed_after', 'change.reason as change_reason'])
    .select(['change.first_name as changer_first_name', 'change.last_name as changer_last_name'])
    .select(['decider.first_name as decider_first_name', 'decider.last_name as decider_last_name'])
    .where('merchant.id', '=', merchantId)
    .where('merchant.mode', '=', mode)
    .executeTakeFirstOrThrow(() => notFound('This merchant'))
  const services = await db
    .selectFrom('merchant_service')
    .innerJoin('service', 'service.id', 'merchant_service.service_id')
    .select(['service.id', 'service.name'])
    .where('merchant_service.merchant_id', '=', row.id)
    .orderBy('service.name')
    .execute()
  const documents = await db
    .selectFrom('file')
    .leftJoin('merchant_document', (join) =>
      join.onRef('merchant_document.file_id', '=', 'file.id').on('merchant_document.merchant_id', '=', row.id),
    )
    .select(['file.id', 'file.name', 'merchant_document.position'])
    // One condition on the file's id, since no index serves an `or` with a column of the joined table.
    .where(
      'file.id',
      'in',
      sql<string>`(
        select file_id from merchant_document where merchant_id = ${row.id}
        union all select unnest(${[row.logo_file_id, row.identity_file_id, row.consent_file_id]}::uuid[])
      )`,
    )
    .orderBy('merchant_document.position')
    .execute()
  const address = (fileId: string | null) => {
    const file = documents.find(({ id }) => id === fileId)
    return file ? files.address(file, now) : null
  }
  return {
    merchant: {
      id: row.id,
      createdAt: row.created_at,
      prefix: row.prefix,
      logo: address(row.logo_file_id),
      businessName: row.business_name,
      status: row.status,
      isFrozen: row.frozen_scopes.length > 0,
      verified: row.verified,
      phoneNumber: row.phone_number,
      wallet:
        row.account_number === null || row.booked_kobo === null || row.available_kobo === null
          ? null
          : {
              accountNumber: row.account_number,
              accountName: row.account_name ?? '',
              bankName: row.bank_name ?? '',
              availableBalance: naira(row.available_kobo),
              bookedBalance: naira(row.booked_kobo),
            },
      isRefundEnabled: row.is_refund_enabled,
      autoInstantSettlement: row.auto_instant_settlement,
      autoSettlement: row.auto_settlement,
      isConsentFormApproved: row.is_consent_form_approved,
      isAgencyNetworkConsentFormApproved: row.is_agency_network_consent_form_approved,
      enableSameBVNOrPhoneNumberForWalletCreation: row.enable_same_bvn_or_phone_number_for_wallet_creation,
      isCardEnabled: row.is_card_enabled,
      owner:
        row.owner_first_name === null
          ? null
          : { firstName: row.owner_first_name, lastName: row.owner_last_name ?? '', email: row.owner_email ?? '' },
      ownerDetails: {
        dateOfBirth: row.owner_date_of_birth,
        identityDocument: address(row.identity_file_id),
        identityType: row.identity_type,
        identityNumber: maskedNumber(seal, ...numberOf('merchant', 'identity_number', row)),
      },
      bvn: maskedNumber(seal, ...numberOf('merchant', 'bvn', row)),
      kycCompletedFields: row.kyc_completed_fields,
      registrationNumber: row.registration_number,
      address: row.address,
      businessType: row.business_type,
      businessCategory: row.business_category,
      city: row.city,
      country: row.country,
      cacDocuments: documents.filter(({ position }) => position !== null).map((file) => files.address(file, now)),
      consentForm: address(row.consent_file_id),
      merchantEnabledServices: services,
      partner: row.partner_id && row.partner_name !== null ? { id: row.partner_id, name: row.partner_name } : null,
      review:
        row.review_started_at === null
          ? null
          : {
              staffName: staffName({ first_name: row.reviewer_first_name, last_name: row.reviewer_last_name }),
              startedAt: row.review_started_at,
            },
      decision: kycDecision(row),
      statusChange: row.changed_at === null ? null : statusChange(row, row.changed_at),
    },
  }
}

/** Returns the latest KYC decision with its evidence, where the audit has it. */
function kycDecision(
  row: Parameters<typeof decision>[0] & {
    decider_first_name: string | null
    decider_last_name: string | null
    evidence: unknown
  },
) {
  const latest = decision(row, { first_name: row.decider_first_name, last_name: row.decider_last_name })
  const evidence = describeChanges(null, { evidence: row.evidence })
  return latest && { ...latest, evidence: evidence.map(({ field, to }) => ({ item: field, value: to ?? '' })) }
}

interface Changed {
  changed_after: unknown
  change_reason: string | null
  changer_first_name: string | null
  changer_last_name: string | null
}

/** Reads a status change from its audit row. */
function statusChange(row: Changed, changedAt: string) {
  return {
    staffName: staffName({ first_name: row.changer_first_name, last_name: row.changer_last_name }),
    changedAt,
    status: changedStatus.parse(row.changed_after).status,
    reason: row.change_reason ?? '',
  }
}

const changedStatus = z.object({ status: z.enum(merchantStatuses) })
