export const runs = {}
