/** Where a payment link is paid. */
export function paymentLinkUrl(publicUrl: string, code: string): string {
  return `${publicUrl}/pay/${code}`
}

/** Where a checkout is paid that has no link. */
export function checkoutUrl(publicUrl: string, checkoutId: string): string {
  return `${publicUrl}/pay/checkout/${checkoutId}`
}
