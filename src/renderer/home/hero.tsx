/** What a newcomer sees: what this is, and the two ways to begin. */
import { Button } from '@mantine/core'
import { IconPlayerPlayFilled, IconPlus, IconRoute } from '@tabler/icons-react'
import { useState } from 'react'
import { useTour } from '../tour/use-tour.ts'
import demoStreet from './demo-street.jpg'
import classes from './home.module.css'
import { DEMO } from './templates.ts'
import type { Workflows } from './use-workflows.ts'

export function Hero({ workflows }: { workflows: Workflows }) {
  const [busy, setBusy] = useState(false)
  const tour = useTour()
  const begin = async (start: () => Promise<void>) => {
    setBusy(true)
    await start()
    setBusy(false)
  }
  return (
    <section className={classes.hero}>
      <div className={classes.pitch}>
        <h2>See what happens in your video</h2>
        <p>
          Join blocks into a pipeline: a video, a model, a tracker, a line to count at. Run it on your own files and
          inspect every result. Everything stays on this computer.
        </p>
        <div className={classes.starts}>
          <Button
            size="sm"
            data-tour="demo"
            leftSection={<IconPlayerPlayFilled size={14} />}
            loading={busy}
            onClick={() => void begin(() => workflows.createFromTemplate(DEMO.key, DEMO.name))}
          >
            Try the demo
          </Button>
          <Button
            size="sm"
            variant="default"
            leftSection={<IconPlus size={15} />}
            disabled={busy}
            onClick={() => void begin(workflows.createEmpty)}
          >
            Start with an empty canvas
          </Button>
          {tour.at === null && (
            <Button size="sm" variant="subtle" color="gray" leftSection={<IconRoute size={15} />} onClick={tour.start}>
              Show me around
            </Button>
          )}
        </div>
        <p className={classes.hint}>
          The demo counts road users at a street crossing. Open it and press Run, or be shown around in eight steps.
        </p>
      </div>
      <img
        className={classes.heroPicture}
        src={demoStreet}
        alt="A frame of the demo: every road user in a labelled box, two lines that count who crosses them"
      />
    </section>
  )
}
