export const tour = {}
