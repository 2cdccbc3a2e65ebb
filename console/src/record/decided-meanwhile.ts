const verbs: Record<string, string> = { ACCEPTED: 'approved' }

/** Why an open decision dialog cannot be sent: it was decided meanwhile, by whom where that is known. */
export function decidedMeanwhile(status: string | null | undefined, by: string | null | undefined): string {
  const verb = status ? (verbs[status] ?? status.toLowerCase()) : 'decided'
  return by ? `${by} ${verb} this in the meantime` : `This was ${verb} in the meantime`
}
