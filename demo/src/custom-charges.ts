import { officeOrigin } from './audit.ts'
import { largeBusinesses } from './businesses.ts'
import { dayMs, inOfficeHours } from './calendar.ts'
import type { World } from './world.ts'

/** Rates agreed with single merchants: as stored, and as shown in the audit before and after. */
const agreements = [
  {
    name: 'transfers',
    data: { below5001Kobo: 800, below50001Kobo: 2000, above50000Kobo: 4000, walletToWalletChargeKobo: 500 },
    before: { below5001: 10, below50001: 25, above50000: 50, walletToWalletCharge: 10 },
    after: { below5001: 8, below50001: 20, above50000: 40, walletToWalletCharge: 5 },
  },
  {
    name: 'virtualAccounts',
    data: { type: 'COMPOSITE', percentageBasisPoints: 80, capKobo: 30_000, nominalKobo: 0 },
    before: { type: 'COMPOSITE', percentage: 1, cap: 500, nominal: 0 },
    after: { type: 'COMPOSITE', percentage: 0.8, cap: 300, nominal: 0 },
  },
  {
    name: 'staticAccounts',
    data: {
      accountCreationKobo: 0,
      maintenanceKobo: 0,
      inflows: { type: 'NOMINAL', percentageBasisPoints: 0, capKobo: 0, nominalKobo: 5000 },
    },
    before: {
      accountCreation: 50,
      maintenance: 20,
      inflows: { type: 'COMPOSITE', percentage: 0.5, cap: 300, nominal: 0 },
    },
    after: { accountCreation: 0, maintenance: 0, inflows: { type: 'NOMINAL', percentage: 0, cap: 0, nominal: 50 } },
  },
] as const

/** Sets own rates for some merchants, each agreed within the last month, with its audit row. */
export function addOwnCharges(world: World, count: number): void {
  const random = world.random('own charges')
  const active = world.rows.merchant.filter(
    ({ status, decided_at }) =>
      status === 'ACTIVE' && decided_at !== null && Date.parse(decided_at) < world.now.getTime() - 60 * dayMs,
  )
  // Large merchants have negotiated first.
  const large = active.filter(({ business_name }) => largeBusinesses.some(({ name }) => name === business_name))
  const others = active.filter((merchant) => !large.includes(merchant))
  const chosen = [...large.slice(0, count - 1), ...random.several(others, count)].slice(0, count)
  for (const [position, merchant] of chosen.entries()) {
    const { name, data, before, after } = agreements[position % agreements.length] ?? agreements[0]
    const changedAt = new Date(world.now.getTime() - random.whole(2 * dayMs, 28 * dayMs))
    const at = inOfficeHours(changedAt, world.now).toISOString()
    world.rows.merchant_charge.push({
      merchant_id: merchant.id,
      name,
      data,
      updated_at: at,
      valid_from: at,
      valid_until: null,
    })
    world.rows.audit.push({
      id: random.id(new Date(at)),
      at,
      staff_id: random.pick(world.staff.operators),
      mode: world.mode,
      action: 'charges.update',
      record_type: 'merchant',
      record_id: merchant.id,
      merchant_id: merchant.id,
      before: { [name]: before },
      after: { [name]: after },
      reason: null,
      ...officeOrigin,
    })
  }
}
