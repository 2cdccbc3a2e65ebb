/** Role of an invite that names none. Its holders have every right, and their access does not end by itself. */
export const administrator = 'ADMIN'
