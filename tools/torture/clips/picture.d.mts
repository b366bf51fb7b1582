export const WIDTH: number
export const HEIGHT: number
export const SIDE: number
export function squareOf(number: number): { x: number; y: number }
export function drawPicture(number: number): Buffer
export function readNumber(picture: { luma: Uint8Array; width: number; height: number; stride: number }): number | null
