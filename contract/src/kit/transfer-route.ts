/** Payment switches that can carry a transfer. */
export const transferRoutes = ['NIP', 'ETRANZACT'] as const
export type TransferRoute = (typeof transferRoutes)[number]
