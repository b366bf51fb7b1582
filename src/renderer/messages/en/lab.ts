export const lab = {}
