/** What the lists of most areas say in a way of their own. */
export const listWords = { refetch: 'Refetct List' }
