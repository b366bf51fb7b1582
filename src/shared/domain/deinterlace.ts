/** Whether frames of two fields become progressive; `auto`: those that the file marks as interlaced. */
export const DEINTERLACE = ['off', 'auto'] as const
export type Deinterlace = (typeof DEINTERLACE)[number]
