export const batch = {}
