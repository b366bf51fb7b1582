import { createRandom } from './scene/random.js'
import { createDemoSchedule } from './sim/demo-schedule.js'
import { simulate } from './sim/simulation.js'
const r = createRandom(7)
const { actors, frames } = simulate(r.fork('actors'), createDemoSchedule(r.fork('schedule')), 650)
const prev = new Map()
const ev = []
frames.forEach((ps, i) => {
  for (const { id, x, z } of ps) {
    const k = actors[id - 1].class
    const now = k === 'pedestrian' ? (Math.abs(z) < 3 ? Math.sign(x) : 0) : Math.sign(z - 12.2)
    const b = prev.get(id)
    prev.set(id, now)
    if (b && now && b !== now) ev.push(`${(i / 25).toFixed(1)} ${k} ${id} ${now > 0 ? '+' : '-'}`)
  }
})
console.log(ev.join('\n'))
const last = new Map(),
  stopped = new Map()
frames.forEach((ps, i) => {
  for (const p of ps) {
    const k = actors[p.id - 1].class
    if (k === 'pedestrian') continue
    const l = last.get(p.id)
    if (l !== undefined && p.travelled - l < 0.01) {
      const s = stopped.get(p.id) ?? { from: i / 25, z: p.z }
      s.to = i / 25
      stopped.set(p.id, s)
    }
    last.set(p.id, p.travelled)
  }
})
for (const [id, s] of stopped)
  console.log('stop', actors[id - 1].class, id, s.z.toFixed(1), s.from, s.to, actors[id - 1].style.length)
