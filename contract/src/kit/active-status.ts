export const activities = ['ACTIVE', 'INACTIVE'] as const
