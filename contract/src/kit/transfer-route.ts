/** The switches that a transfer can go through. */
export const transferRoutes = ['NIP', 'ETRANZACT'] as const
export type TransferRoute = (typeof transferRoutes)[number]
