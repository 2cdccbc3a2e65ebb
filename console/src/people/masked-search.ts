/** What a search for an email address finds, for a role that may not search by it. */
export const emailSearchRefusal = 'Your role cannot search by email address'
