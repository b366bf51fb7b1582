export const versions = {}
