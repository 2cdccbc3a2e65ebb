/** Email to a merchant about a decision. */
export interface DecisionNotice {
  subject: string
  text: string
}

/** Email about an approved KYC. It omits the reason, which is for colleagues. */
export function kycApprovalNotice(businessName: string): DecisionNotice {
  return letter(businessName, `The KYC of ${businessName} was approved`, [
    `We approved the KYC of ${businessName}. The business is active now, and its account is open.`,
  ])
}

/** Email about a declined KYC. */
export function kycDeclineNotice(businessName: string, reason: string): DecisionNotice {
  return letter(businessName, `The KYC of ${businessName} was declined`, [
    `We declined the KYC of ${businessName} for this reason:`,
    reason,
    'You can correct this and submit the KYC again.',
  ])
}

/** Email about an approved upgrade of a business. It omits the reason, which is for colleagues. */
export function upgradeApprovalNotice(businessName: string): DecisionNotice {
  return letter(businessName, `The upgrade of ${businessName} was approved`, [
    `We approved the upgrade of ${businessName}, with the registration that you submitted.`,
  ])
}

/** Email about a declined upgrade of a business. */
export function upgradeDeclineNotice(businessName: string, reason: string): DecisionNotice {
  return letter(businessName, `The upgrade of ${businessName} was declined`, [
    `We declined the upgrade of ${businessName} for this reason:`,
    reason,
    'You can correct this and request the upgrade again.',
  ])
}

export interface TierNotice {
  businessName: string
  /** Name of the wallet's holder. */
  walletName: string
  tier: number
}

/** Email about an approved tier of a wallet. */
export function tierApprovalNotice({ businessName, walletName, tier }: TierNotice): DecisionNotice {
  return letter(businessName, `The wallet of ${walletName} is now at tier ${tier}`, [
    `We approved the request for a higher tier: the wallet of ${walletName} is now at tier ${tier}, with its limits.`,
  ])
}

/** Email about a rejected tier of a wallet. */
export function tierRejectionNotice({ businessName, walletName, tier }: TierNotice, reason: string): DecisionNotice {
  return letter(businessName, `Tier ${tier} of the wallet of ${walletName} was rejected`, [
    `We rejected the request for tier ${tier} of the wallet of ${walletName} for this reason:`,
    reason,
    'You can correct this and request the tier again.',
  ])
}

function letter(businessName: string, subject: string, paragraphs: readonly string[]): DecisionNotice {
  const closing = 'Reply to this email if you have questions.'
  return { subject, text: [`Hello ${businessName},`, ...paragraphs, closing].join('\n\n') }
}
