const verbs: Record<string, string> = { ACCEPTED: 'approved' }

/** Returns why an open decision dialog can no longer be sent: the decision was made meanwhile, by this operator if known. */
export function decidedMeanwhile(status: string | null | undefined, by: string | null | undefined): string {
  const verb = status ? (verbs[status] ?? status.toLowerCase()) : 'decided'
  return by ? `${by} ${verb} this in the meantime` : `This was ${verb} in the meantime`
}
