/** Shortest part of a video, unless an operator names another: opening model and video is then a small share of the work. */
export const PART_S = 60
