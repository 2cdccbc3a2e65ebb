const plans = [
  { plan: 'Sample Basic', amount: 2500 },
  { plan: 'Sample Plus', amount: 7500 },
  { plan: 'Sample Business', amount: 25_000 },
] as const

const rowCount = 64
const first = Date.UTC(2026, 0, 12, 9, 30)
const dayMs = 86_400_000

/** Sample data: enough rows for two pages, every fifth one inactive. */
const generatedRows = Array.from({ length: rowCount }, (_, index) => {
  const at = new Date(first - index * dayMs)
  return {
    id: `sample-${index + 1}`,
    createdAt: at.toISOString(),
    subscriber: `Sample Subscriber ${index + 1}`,
    email: `subscriber${index + 1}@sample.example`,
    nextBilling: new Date(at.getTime() + 30 * dayMs).toISOString(),
    status: index % 5 === 4 ? 'INACTIVE' : 'ACTIVE',
    ...(plans[index % plans.length] ?? plans[0]),
  }
})

export type SampleSubscription = (typeof generatedRows)[number]

export const sampleSubscriptions: readonly SampleSubscription[] = generatedRows
