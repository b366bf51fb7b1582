export const outline = {}
