import { writeFileSync, readFileSync } from 'node:fs'
import { test } from 'vitest'
import { createOverlay } from '../../../src/engine/draw/overlay.ts'
import { openMedia } from '../../../src/engine/media/open-media.ts'
import { encodeJpeg } from '../../../src/engine/media/picture-writer.ts'
import { withDefaults } from '../../../src/shared/blocks/catalogue.ts'
test('render', async () => {
  const truth = JSON.parse(readFileSync('resources/demo/street-crossing.truth.json', 'utf8'))
  console.log(Object.keys(truth), JSON.stringify(truth).slice(0, 600))
  const reader = await openMedia('resources/demo/street-crossing.mp4', { sampleFps: 1, durationS: 8 })
  let n = 0
  for await (const frame of reader.frames()) {
    if (n++ === 4) {
      const o = createOverlay(withDefaults('visualize', {}), {})
      const detections: any[] = [0,1,2,3,4,5].map((i) => ({ box: { x1: 100+180*i, y1: 300+30*i, x2: 190+180*i, y2: 400+30*i }, score: .9, classId: 0, className: ['car','person','bicycle'][i%3], modelNodeId: 'm', id: i, trackId: i+1 }))
      o.draw(frame.image, { ptsS: 1, detections, geometries: [
        { kind: 'line', name: 'Main road', points: [[0.3711, 0.8672], [0.7728, 0.7989]], label: 'A→B 3  B→A 4' },
        { kind: 'line', name: 'Zebra crossing', points: [[0.5259, 0.6634], [0.4891, 0.5504]], label: 'A→B 3  B→A 4' },
        { kind: 'line', name: 'Whole width', points: [[0, 0.2], [1, 0.2]], label: 'A→B 3  B→A 4' },
        { kind: 'zone', name: 'Yard', points: [[0.05, 0.3],[.3,.3],[.3,.6],[.05,.6]], label: '2 inside' },
      ] })
      writeFileSync('/tmp/eng2/scratch.jpg', await encodeJpeg(frame.image, { x1: 0, y1: 0, x2: frame.width, y2: frame.height }))
    }
    frame.close()
  }
  await reader.close()
})
