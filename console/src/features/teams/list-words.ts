/** What the lists of the team say in their own way. */
export const listWords = { refetch: 'Refetct List' }
