import { dayMs, hourMs, inOfficeHours, minuteMs, soonAfter } from './calendar.ts'
import { registrationPapers } from './documents.ts'
import type { Merchant } from './merchants.ts'
import type { Random } from './random.ts'
import { addFile, type Row, type World } from './world.ts'

type UpgradeStatus = 'PENDING' | 'IN-REVIEW' | 'APPROVED' | 'DECLINED'

export type UpgradeCounts = Record<UpgradeStatus, number>

export type Upgrade = Row<'merchant_upgrade'>

interface Request {
  merchant: Merchant
  status: UpgradeStatus
}

/** Adds requests of unregistered businesses to become registered, with their documents. */
export function addUpgrades(world: World, counts: UpgradeCounts): void {
  const random = world.random('upgrades')
  for (const [rank, request] of choose(random, world, counts).entries()) {
    addUpgrade(world, random, request, requestedAt(random, world.now, request, rank))
  }
}

function choose(random: Random, { rows, now }: World, counts: UpgradeCounts): Request[] {
  const since = now.getTime() - 30 * dayMs
  const settled = rows.merchant.filter(
    ({ status, decided_at }) => status === 'ACTIVE' && decided_at !== null && Date.parse(decided_at) < since,
  )
  const unregistered = settled.filter(({ business_type }) => business_type === 'UNREGISTERED')
  // An approved merchant is registered by now, under the business name of the request.
  const registered = settled.filter(({ registration_number }) => registration_number?.startsWith('BN'))

  const waiting = (['PENDING', 'IN-REVIEW', 'DECLINED'] as const).flatMap((status) =>
    Array.from({ length: counts[status] }, () => status),
  )
  const merchants = random.several(unregistered, waiting.length)
  return [
    ...merchants.map((merchant, rank) => ({ merchant, status: waiting[rank] ?? 'PENDING' })),
    ...random.several(registered, counts.APPROVED).map((merchant) => ({ merchant, status: 'APPROVED' as const })),
  ]
}

/** Age of requests in days by status; waiting ones are the newest. */
const ages: Record<UpgradeStatus, readonly [number, number]> = {
  PENDING: [0, 2.5],
  'IN-REVIEW': [0.5, 4],
  APPROVED: [5, 320],
  DECLINED: [5, 320],
}

/** The first request is minutes old. */
function requestedAt(random: Random, now: Date, { merchant, status }: Request, rank: number): Date {
  const [youngest, oldest] = ages[status]
  const accepted = Date.parse(merchant.decided_at ?? merchant.created_at)
  const latest = now.getTime() - youngest * dayMs - 11 * minuteMs
  const earliest = Math.max(now.getTime() - oldest * dayMs, accepted)
  return new Date(rank === 0 ? latest : earliest + Math.floor(random.next() * (latest - earliest)))
}

function addUpgrade(world: World, random: Random, { merchant, status }: Request, at: Date): void {
  const id = random.id(at)
  const number = merchant.registration_number ?? `BN ${random.whole(2_014_000, 3_990_000)}`
  const isDecided = status === 'APPROVED' || status === 'DECLINED'
  const decidedAt = inOfficeHours(soonAfter(random, at, 30 * hourMs, world.now), world.now)
  world.rows.merchant_upgrade.push({
    id,
    mode: world.mode,
    created_at: at.toISOString(),
    merchant_id: merchant.id,
    status,
    current_type: 'UNREGISTERED',
    business_type: 'REGISTERED',
    registration_number: number,
    decided_by: isDecided ? random.pick(world.staff.operators) : null,
    decided_at: isDecided ? decidedAt.toISOString() : null,
    decision_reason: status === 'DECLINED' ? random.pick(refusals) : null,
  })
  const papers = registrationPapers({
    business: {
      name: merchant.business_name,
      category: merchant.business_category ?? 'Trade',
      type: 'REGISTERED',
      registrationNumber: number,
    },
    owner: `${merchant.owner_first_name} ${merchant.owner_last_name}`,
    address: `${merchant.address}, ${merchant.city}`,
    on: at,
  })
  for (const [position, paper] of papers.entries()) {
    world.rows.merchant_upgrade_document.push({
      upgrade_id: id,
      merchant_id: merchant.id,
      position,
      file_id: addFile(world, paper, at),
    })
  }
}

const refusals = [
  'The registration number belongs to another business.',
  'The certificate names an owner whom we do not know.',
  'The status report says INACTIVE. Please file the annual returns first.',
  'The scan cannot be read.',
] as const
