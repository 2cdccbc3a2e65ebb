/** URL of the hosted checkout page of a payment link. */
export function paymentLinkUrl(publicUrl: string, code: string): string {
  return `${publicUrl}/pay/${code}`
}

/** URL of the hosted checkout page of a checkout without a link. */
export function checkoutUrl(publicUrl: string, checkoutId: string): string {
  return `${publicUrl}/pay/checkout/${checkoutId}`
}
