/** What the lists of payouts say in their own way. */
export const listWords = { refetch: 'Refetct List' }
