const plans = [
  { plan: 'Sample Basic', amount: 2500 },
  { plan: 'Sample Plus', amount: 7500 },
  { plan: 'Sample Business', amount: 25_000 },
] as const

const rows = 64
const first = Date.UTC(2026, 0, 12, 9, 30)
const dayMs = 86_400_000

/** Sample data: enough rows for two pages, every fifth one inactive. */
const made = Array.from({ length: rows }, (_, place) => {
  const at = new Date(first - place * dayMs)
  return {
    id: `sample-${place + 1}`,
    createdAt: at.toISOString(),
    subscriber: `Sample Subscriber ${place + 1}`,
    email: `subscriber${place + 1}@sample.example`,
    nextBilling: new Date(at.getTime() + 30 * dayMs).toISOString(),
    status: place % 5 === 4 ? 'INACTIVE' : 'ACTIVE',
    ...(plans[place % plans.length] ?? plans[0]),
  }
})

export type SampleSubscription = (typeof made)[number]

export const sampleSubscriptions: readonly SampleSubscription[] = made
