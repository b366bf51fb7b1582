/** @import { Triple } from './parts.js' */
/** @import { Random } from './random.js' */
/** @typedef {typeof DAY} Palette */

const DAY = {
  asphalt: 0x6e6d6b,
  paving: 0xcbc3b4,
  kerb: 0xd9d4c8,
  marking: 0xf3f1ea,
  cycle: 0xa8604e,
  grass: 0x86a05a,
  walls: [0xe9d9bd, 0xd98f6a, 0xf1e9da, 0xc9b79a, 0xb9c4c0, 0xe0b98a, 0xc46f55, 0xdfd6c6, 0xa9b7bf],
  trims: [0xf6f2e8, 0xefe7d6, 0xffffff],
  shutters: [0x4a6a5a, 0x5a6f86, 0x7a4a3a],
  roofs: [0x8f5543, 0x6b5a54, 0x55606a, 0xa2644d],
  leaves: [0x6f9a46, 0x7fa84f, 0x5f8d4a, 0x93a84a],
  sunColor: 0xffe3b8,
  sunStrength: 3.5,
  sunDirection: /** @type {Triple} */ ([-0.34, 0.66, -0.55]),
  skyLight: 0xdfe8f2,
  groundLight: 0xb9a88e,
  skyStrength: 0.95,
  haze: 0xdfe9f0,
  zenith: 0x6ea6dc,
  fogNear: 45,
  fogFar: 210,
  exposure: 0.93,
}

/** @type {Partial<Palette>[]} */
const LIGHTS = [
  {},
  { sunColor: 0xffd2a0, sunStrength: 3.2, sunDirection: [0.75, 0.55, 0.4], haze: 0xf0dfc8, zenith: 0x7fa3cf },
  { sunColor: 0xfff6ea, sunStrength: 2.6, sunDirection: [0.15, 0.95, 0.35], skyStrength: 1.5 },
  { sunColor: 0xf2f4f8, sunStrength: 0.9, skyStrength: 2.1, haze: 0xd3d9de, zenith: 0xa9b6c2 },
  { sunColor: 0xffe2b8, sunStrength: 3, sunDirection: [-0.5, 0.7, 0.45] },
  { sunColor: 0xffdfb0, sunStrength: 2.8, sunDirection: [0.5, 0.6, -0.5], skyStrength: 1.4 },
]

/**
 * The demo world has plain daylight; every other world varies light and colours.
 * @param {Random} random
 * @param {boolean} varied
 * @returns {Palette}
 */
export function choosePalette(random, varied) {
  if (!varied) return { ...DAY }
  const light = random.pick(LIGHTS)
  const palette = { ...DAY, ...light }
  /**
   * @param {number} value
   * @param {number} amount
   */
  const jitter = (value, amount) => value * random.range(1 - amount, 1 + amount)
  const [x, y, z] = palette.sunDirection
  const shift = () => random.range(-0.15, 0.15)
  palette.sunDirection = [x + shift(), y + shift(), z + shift()]
  palette.sunStrength = jitter(palette.sunStrength, 0.15)
  palette.skyStrength = jitter(palette.skyStrength, 0.15)
  palette.exposure = jitter(palette.exposure, 0.14)
  palette.asphalt = random.pick([0x6a6d72, 0x5c5f64, 0x77787a, 0x6f6a66])
  palette.paving = random.pick([0xcbc3b4, 0xb9b5ac, 0xd2c6b0, 0xc2bfbb])
  palette.cycle = random.pick([0xa8604e, 0x9a5547, 0x6f8a6a, 0x6a6d72])
  palette.fogFar = jitter(palette.fogFar, 0.15)
  return palette
}
