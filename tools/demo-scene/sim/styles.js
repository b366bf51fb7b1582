import { FRAME_COLORS } from '../scene/bicycle.js'
import { CAR_BODIES, CAR_COLORS, carLength } from '../scene/car.js'
import { HAIR_COLORS, LEG_COLORS, SKIN_COLORS, TOP_COLORS } from '../scene/person.js'
import { CARGO_COLORS, TRUCK_COLORS, TRUCK_LENGTHS } from '../scene/truck.js'

/** @import { BicycleStyle, Clothes } from '../scene/bicycle.js' */
/** @import { CarStyle } from '../scene/car.js' */
/** @import { PersonStyle } from '../scene/person.js' */
/** @import { Random } from '../scene/random.js' */
/** @import { TruckStyle } from '../scene/truck.js' */
/** @import { VehicleKind } from './schedule.js' */
/** @typedef {{ class: 'car', style: CarStyle } | { class: 'truck', style: TruckStyle }} MotorLooks */
/** @typedef {MotorLooks | { class: 'bicycle', style: BicycleStyle }} VehicleLooks */
/** @typedef {VehicleLooks | { class: 'pedestrian', style: PersonStyle }} Looks */

const BAG_COLORS = [0x8a4b32, 0x2b2f36, 0x3f6a8a, 0xc79a3a, 0x5a6a4a]
const HELMETS = [0xf0eee8, 0x22262b, 0xc8352b, 0x2f77b5, 0xe3b23c]

/**
 * @param {Random} random
 * @param {VehicleKind} kind
 * @returns {VehicleLooks}
 */
export function chooseVehicle(random, kind) {
  if (kind === 'car') {
    const bodyName = random.pick(CAR_BODIES)
    return { class: kind, style: { bodyName, color: random.pick(CAR_COLORS), length: carLength(bodyName) } }
  }
  if (kind === 'truck') {
    const length = random.pick(TRUCK_LENGTHS)
    return {
      class: kind,
      style: { length, color: random.pick(TRUCK_COLORS), cargoColor: random.pick(CARGO_COLORS) },
    }
  }
  const style = {
    ...chooseClothes(random),
    frame: random.pick(FRAME_COLORS),
    helmet: random.pick(HELMETS),
    bag: random.chance(0.4),
    length: 1.9,
  }
  return { class: kind, style }
}

/**
 * @param {Random} random
 * @returns {Looks}
 */
export function choosePerson(random) {
  const style = {
    ...chooseClothes(random),
    coat: random.chance(0.3),
    bag: random.pick(/** @type {const} */ (['backpack', 'tote', 'none', 'none'])),
    height: random.range(1.62, 1.9),
  }
  return { class: 'pedestrian', style }
}

/**
 * @param {Random} random
 * @returns {Clothes}
 */
const chooseClothes = (random) => ({
  skin: random.pick(SKIN_COLORS),
  hair: random.pick(HAIR_COLORS),
  top: random.pick(TOP_COLORS),
  legs: random.pick(LEG_COLORS),
  shoe: random.pick([0x26282b, 0xe9e6de, 0x6b4a33]),
  bagColor: random.pick(BAG_COLORS),
})
