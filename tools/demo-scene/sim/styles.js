import { FRAME_COLORS } from '../scene/bicycle.js'
import { CAR_BODIES, CAR_COLORS, carLength } from '../scene/car.js'
import { HAIR_COLORS, LEG_COLORS, SKIN_COLORS, TOP_COLORS } from '../scene/person.js'
import { CARGO_COLORS, TRUCK_COLORS, TRUCK_LENGTHS } from '../scene/truck.js'

const BAG_COLORS = [0x8a4b32, 0x2b2f36, 0x3f6a8a, 0xc79a3a, 0x5a6a4a]
const HELMETS = [0xf0eee8, 0x22262b, 0xc8352b, 0x2f77b5, 0xe3b23c]

export function chooseStyle(random, kind) {
  if (kind === 'car') {
    const bodyName = random.pick(CAR_BODIES)
    return { bodyName, color: random.pick(CAR_COLORS), length: carLength(bodyName) }
  }
  if (kind === 'truck') {
    return {
      length: random.pick(TRUCK_LENGTHS),
      color: random.pick(TRUCK_COLORS),
      cargoColor: random.pick(CARGO_COLORS),
    }
  }
  const clothes = {
    skin: random.pick(SKIN_COLORS),
    hair: random.pick(HAIR_COLORS),
    top: random.pick(TOP_COLORS),
    legs: random.pick(LEG_COLORS),
    shoe: random.pick([0x26282b, 0xe9e6de, 0x6b4a33]),
    bagColor: random.pick(BAG_COLORS),
  }
  if (kind === 'bicycle') {
    return {
      ...clothes,
      frame: random.pick(FRAME_COLORS),
      helmet: random.pick(HELMETS),
      bag: random.chance(0.4),
      length: 1.9,
    }
  }
  return {
    ...clothes,
    coat: random.chance(0.3),
    bag: random.pick(['backpack', 'tote', 'none', 'none']),
    height: random.range(1.62, 1.9),
  }
}
