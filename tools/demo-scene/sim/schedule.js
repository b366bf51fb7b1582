/** Random timetable of arrivals; times in seconds, 0 is the first frame. */
export function createSchedule(random, { warmup, duration }) {
  const density = random.range(0.75, 1.35)
  const vehicles = []
  for (const direction of [1, -1]) {
    let time = -warmup
    while (time < duration) {
      time += random.range(1.9, 6.2) / density
      vehicles.push({ kind: random.chance(0.22) ? 'truck' : 'car', direction, time, wanted: random.range(7.4, 9.2) })
    }
    time = -warmup + random.range(0, 6)
    while (time < duration) {
      vehicles.push({ kind: 'bicycle', direction, time, wanted: random.range(4.3, 5.6) })
      time += random.range(4, 13) / density
    }
  }
  const walkers = []
  for (const side of [-1, 1]) {
    for (let count = 0; count < 9; count++) {
      const heading = random.pick([-1, 1])
      const slot = random.integer(0, 1) * 2 + (heading > 0 ? 0 : 1)
      walkers.push({
        side,
        heading,
        lateral: 8.0 + slot * 0.55,
        start: random.range(-60, 105),
        wanted: random.range(1.1, 1.6),
      })
    }
  }
  const crossers = []
  let time = random.range(-14, 4)
  while (time < duration) {
    const group = random.integer(1, 4)
    for (let member = 0; member < group; member++) {
      crossers.push({
        side: random.pick([-1, 1]),
        kerbTime: time + random.range(0, 2.6),
        at: random.range(-1.35, 1.35),
        fromNear: random.chance(0.5),
        toNear: random.chance(0.5),
        lateral: random.range(8.2, 9.4),
        lateralAfter: random.range(8.2, 9.4),
        wanted: random.range(1.25, 1.6),
      })
    }
    time += random.range(9, 17) / density
  }
  return { vehicles, walkers, crossers }
}
