import { readFileSync } from 'node:fs'
const t = JSON.parse(readFileSync('resources/demo/street-crossing.truth.json'))
for (const l of t.lines)
  console.log(
    l.name,
    JSON.stringify(l.points),
    l.crossings.map((c) => `${c.class} ${c.id} ${c.direction} ${c.time_s}`).join(', '),
  )
