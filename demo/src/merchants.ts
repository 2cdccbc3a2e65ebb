import {
  type Business,
  businessMaker,
  largeBusinesses,
  type NamedBusiness,
  newestBusiness,
  trickyBusinesses,
} from './businesses.ts'
import { instants } from './calendar.ts'
import { consentForm, registrationPapers } from './documents.ts'
import { type KycCounts, type KycStatus, reviewOf, shareOutKyc, submittedAt } from './kyc.ts'
import { businessEmail, prefixMaker } from './contacts.ts'
import { addDirectors } from './directors.ts'
import { aBvn, anIdentityNumber, aPerson, identityTypes } from './people.ts'
import { aPlace } from './places.ts'
import type { Random } from './random.ts'
import { addBvnRecord, addSettlementAccount } from './registers.ts'
import { type ImageBook, imageBook } from './shared-images.ts'
import { addFile, type Row, type World } from './world.ts'

export type Merchant = Row<'merchant'>

export interface MerchantCounts {
  total: number
  kyc: KycCounts
}

const worldDays = 730

/** Adds the merchants of the demo with their related records. */
export function addMerchants(world: World, counts: MerchantCounts): void {
  const { now, staff } = world
  const createdAt = instants(world.random('merchant dates'), now, worldDays, counts.total)
  const named = namedPositions(counts.total)
  const fixed = new Map<number, KycStatus>([[0, 'SUBMITTED']])
  for (const [position, business] of named) if (largeBusinesses.includes(business)) fixed.set(position, 'ACCEPTED')
  const states = shareOutKyc(world.random('kyc'), createdAt, now, counts.kyc, fixed)

  const random = world.random('merchants')
  const aBusiness = businessMaker(world.random('businesses'))
  const images = imageBook(world, new Date(now.getTime() - worldDays * 86_400_000))
  const aPrefix = prefixMaker(random)
  const submissions = world.random('kyc submissions')
  let waiting = 0

  for (const [position, at] of createdAt.entries()) {
    const status = states[position] ?? 'ACCEPTED'
    const large = fixed.get(position) === 'ACCEPTED'
    waiting += status === 'SUBMITTED' ? 1 : 0
    const active = status === 'ACCEPTED' && (large || !random.chance(0.012))
    // One of the merchants awaiting review is always on the watch list.
    const watchListed = (status === 'SUBMITTED' && waiting === 4) || random.chance(0.008)
    const review = reviewOf(random, status, at, now, staff.operators)
    addMerchant({
      world,
      random,
      images,
      at,
      status,
      business: aBusiness(named.get(position)),
      prefix: aPrefix,
      fate: { active, watchListed, review, submitted: submittedAt(submissions, status, at, { review, now }) },
    })
  }
}

/** Positions of the predefined merchants: tricky names on the first page, large merchants among the oldest. */
function namedPositions(total: number): Map<number, NamedBusiness> {
  const positions = new Map([[0, newestBusiness]])
  for (const [rank, business] of trickyBusinesses.entries()) positions.set(3 + rank * 9, business)
  for (const [rank, business] of largeBusinesses.entries()) positions.set(total - 3 - rank * 5, business)
  return positions
}

interface Draft {
  world: World
  random: Random
  images: ImageBook
  at: Date
  status: KycStatus
  business: Business
  prefix: (name: string) => string
  fate: { active: boolean; watchListed: boolean; review: ReturnType<typeof reviewOf>; submitted: string | null }
}

/** Progress of an application: name only, person, business, the person's documents, complete. */
type Stage = 0 | 1 | 2 | 3 | 4

function addMerchant(draft: Draft): void {
  const { world, random, images, at, status, business, fate } = draft
  const { rows } = world
  const stage: Stage =
    status === 'NOT_SUBMITTED'
      ? random.weighted([
          [0, 12],
          [1, 38],
          [2, 28],
          [3, 22],
        ])
      : 4
  const accepted = status === 'ACCEPTED'
  const owner = aPerson(random, world.now)
  const address = aPlace(random)
  const id = random.id(at)
  const identityType = random.weighted(identityTypes.map((type, rank) => [type, 4 - rank] as const))
  const subject = {
    business,
    owner: `${owner.firstName} ${owner.lastName}`,
    address: `${address.address}, ${address.city}`,
    on: at,
  }
  const bvn = stage >= 3 && random.chance(0.97) ? aBvn(random, world.takenBvns) : null
  const services = stage === 4 && random.chance(0.94) ? random.several(world.services, random.whole(1, 5)) : []
  const consent = stage === 4 && random.chance(0.88) ? addFile(world, consentForm(subject), at) : null

  rows.merchant.push({
    id,
    mode: world.mode,
    created_at: at.toISOString(),
    prefix: draft.prefix(business.name),
    business_name: business.name,
    email: businessEmail(random, business, owner),
    phone_number: from(stage, 1, owner.phoneNumber),
    status: fate.active ? 'ACTIVE' : 'INACTIVE',
    frozen_scopes: [],
    freeze_lifted_at: null,
    verified: status,
    logo_file_id: stage >= 1 && random.chance(0.55) ? images.logoOf(random, business.name) : null,
    owner_first_name: from(stage, 1, owner.firstName),
    owner_last_name: from(stage, 1, owner.lastName),
    owner_email: from(stage, 1, owner.email),
    owner_date_of_birth: from(stage, 3, owner.dateOfBirth),
    identity_type: from(stage, 3, identityType),
    identity_number: from(stage, 3, anIdentityNumber(random, identityType)),
    identity_file_id: stage >= 3 && random.chance(0.9) ? images.identityOf(random, identityType) : null,
    bvn,
    sealed_bvn: null,
    sealed_identity_number: null,
    kyc_completed_fields: completedFields(
      stage,
      services.map(({ name }) => name),
    ),
    registration_number: from(stage, 2, business.registrationNumber),
    address: from(stage, 2, address.address),
    business_type: from(stage, 2, business.type),
    business_category: from(stage, 2, business.category),
    city: from(stage, 2, address.city),
    country: from(stage, 2, 'Nigeria'),
    consent_file_id: consent,
    is_refund_enabled: accepted && random.chance(0.4),
    // Most merchants are not settled automatically.
    auto_instant_settlement: accepted && random.chance(0.05),
    auto_settlement: accepted && random.chance(0.18),
    is_consent_form_approved: accepted && consent !== null && random.chance(0.9),
    is_agency_network_consent_form_approved: accepted && random.chance(0.12),
    enable_same_bvn_or_phone_number_for_wallet_creation: accepted && random.chance(0.15),
    is_card_enabled: accepted && random.chance(0.25),
    card_types: null,
    // Assigned once all merchants exist.
    partner_id: null,
    kyc_submitted_at: fate.submitted,
    ...fate.review,
  })

  if (bvn !== null && random.chance(0.94)) addBvnRecord(world, random, bvn, owner, fate.watchListed)
  for (const service of services) rows.merchant_service.push({ merchant_id: id, service_id: service.id })
  if (stage < 4) return
  if (business.type === 'REGISTERED' && random.chance(0.96)) {
    for (const [position, paper] of registrationPapers(subject).entries()) {
      rows.merchant_document.push({ merchant_id: id, position, file_id: addFile(world, paper, at) })
    }
  }
  if (business.type === 'REGISTERED') addDirectors(world, random, images, { merchantId: id, at, business, owner, bvn })
  if (random.chance(0.93)) addSettlementAccount(world, random, id, business, owner)
  if (accepted && fate.review.decided_at !== null) {
    world.accounts.push({ merchantId: id, walletId: null, name: business.name, at: fate.review.decided_at })
  }
}

function from<T>(stage: Stage, needed: Stage, value: T): T | null {
  return stage >= needed ? value : null
}

function completedFields(stage: Stage, services: string[]): string[] {
  const fields = ['BASIC_DETAILS', 'CONTACT_DETAILS', 'BUSINESS_OWNER', 'BUSINESS_DOCUMENTS'].slice(0, stage)
  return [...fields, ...services]
}
