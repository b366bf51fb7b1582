/**
 * A constant-velocity Kalman filter over two coupled numbers and their velocities.
 *
 * The eight-dimensional filter of SORT, ByteTrack and BoT-SORT never mixes the centre with the shape (its motion,
 * noise and camera-warp matrices are all block diagonal), so it is two of these: the result is the same, with a
 * 2 x 2 inverse in place of a 4 x 4 one.
 *
 * Covariance in 2 x 2 blocks: P = [[A, B], [B', D]], A of the values, D of the velocities, A and D symmetric.
 */
export interface PairState {
  p: number
  q: number
  vp: number
  vq: number
  a00: number
  a01: number
  a11: number
  b00: number
  b01: number
  b10: number
  b11: number
  d00: number
  d01: number
  d11: number
}

/** Standard deviations of the two values and of their velocities. */
export interface PairNoise {
  p: number
  q: number
  vp: number
  vq: number
}

/** A pair at rest, with the uncertainty of `noise`. */
export const startPair = (p: number, q: number, noise: PairNoise): PairState => ({
  p,
  q,
  vp: 0,
  vq: 0,
  a00: noise.p * noise.p,
  a01: 0,
  a11: noise.q * noise.q,
  b00: 0,
  b01: 0,
  b10: 0,
  b11: 0,
  d00: noise.vp * noise.vp,
  d01: 0,
  d11: noise.vq * noise.vq,
})

/** Predicts one frame ahead: x += v, P = F P F' + Q, in place. */
export function predictPair(s: PairState, noise: PairNoise): void {
  s.p += s.vp
  s.q += s.vq
  s.a00 += 2 * s.b00 + s.d00 + noise.p * noise.p
  s.a01 += s.b01 + s.b10 + s.d01
  s.a11 += 2 * s.b11 + s.d11 + noise.q * noise.q
  s.b00 += s.d00
  s.b01 += s.d01
  s.b10 += s.d01
  s.b11 += s.d11
  s.d00 += noise.vp * noise.vp
  s.d11 += noise.vq * noise.vq
}

/** Updates with the measured values (p, q) and their standard deviations, in place. */
export function correctPair(s: PairState, p: number, q: number, stdP: number, stdQ: number): void {
  const { a00, a01, a11, b00, b01, b10, b11 } = s
  const s00 = a00 + stdP * stdP
  const s11 = a11 + stdQ * stdQ
  const det = s00 * s11 - a01 * a01
  const i00 = s11 / det
  const i01 = -a01 / det
  const i11 = s00 / det
  // Gain K = P H' S^-1: k for the values, g for the velocities.
  const k00 = a00 * i00 + a01 * i01
  const k01 = a00 * i01 + a01 * i11
  const k10 = a01 * i00 + a11 * i01
  const k11 = a01 * i01 + a11 * i11
  const g00 = b00 * i00 + b10 * i01
  const g01 = b00 * i01 + b10 * i11
  const g10 = b01 * i00 + b11 * i01
  const g11 = b01 * i01 + b11 * i11
  const dp = p - s.p
  const dq = q - s.q
  s.p += k00 * dp + k01 * dq
  s.q += k10 * dp + k11 * dq
  s.vp += g00 * dp + g01 * dq
  s.vq += g10 * dp + g11 * dq
  // P -= K H P
  s.a00 = a00 - k00 * a00 - k01 * a01
  s.a01 = a01 - k00 * a01 - k01 * a11
  s.a11 = a11 - k10 * a01 - k11 * a11
  s.b00 = b00 - k00 * b00 - k01 * b10
  s.b01 = b01 - k00 * b01 - k01 * b11
  s.b10 = b10 - k10 * b00 - k11 * b10
  s.b11 = b11 - k10 * b01 - k11 * b11
  s.d00 -= g00 * b00 + g01 * b10
  s.d01 -= g00 * b01 + g01 * b11
  s.d11 -= g10 * b01 + g11 * b11
}

/** x = R x and P = R P R' for both values and velocities, R = [[r00, r01], [r10, r11]], in place. */
export function rotatePair(s: PairState, r00: number, r01: number, r10: number, r11: number): void {
  const { p, q, vp, vq, a00, a01, a11, b00, b01, b10, b11, d00, d01, d11 } = s
  s.p = r00 * p + r01 * q
  s.q = r10 * p + r11 * q
  s.vp = r00 * vp + r01 * vq
  s.vq = r10 * vp + r11 * vq
  s.a00 = r00 * r00 * a00 + 2 * r00 * r01 * a01 + r01 * r01 * a11
  s.a01 = r00 * r10 * a00 + (r00 * r11 + r01 * r10) * a01 + r01 * r11 * a11
  s.a11 = r10 * r10 * a00 + 2 * r10 * r11 * a01 + r11 * r11 * a11
  s.b00 = r00 * r00 * b00 + r00 * r01 * (b01 + b10) + r01 * r01 * b11
  s.b01 = r00 * r10 * b00 + r00 * r11 * b01 + r01 * r10 * b10 + r01 * r11 * b11
  s.b10 = r00 * r10 * b00 + r10 * r01 * b01 + r11 * r00 * b10 + r11 * r01 * b11
  s.b11 = r10 * r10 * b00 + r10 * r11 * (b01 + b10) + r11 * r11 * b11
  s.d00 = r00 * r00 * d00 + 2 * r00 * r01 * d01 + r01 * r01 * d11
  s.d01 = r00 * r10 * d00 + (r00 * r11 + r01 * r10) * d01 + r01 * r11 * d11
  s.d11 = r10 * r10 * d00 + 2 * r10 * r11 * d01 + r11 * r11 * d11
}
