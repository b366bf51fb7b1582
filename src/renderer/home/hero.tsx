/** What a newcomer sees: what this is, and the two ways to begin. */
import { Button } from '@mantine/core'
import { IconPlayerPlayFilled, IconPlus, IconRoute } from '@tabler/icons-react'
import { useState } from 'react'
import { texts } from '../messages/texts.ts'
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
        <h2>{texts.home.hero.title}</h2>
        <p>{texts.home.hero.pitch}</p>
        <div className={classes.starts}>
          <Button
            size="sm"
            data-tour="demo"
            leftSection={<IconPlayerPlayFilled size={14} />}
            loading={busy}
            onClick={() => void begin(() => workflows.createFromTemplate(DEMO))}
          >
            {texts.home.hero.demo}
          </Button>
          <Button
            size="sm"
            variant="default"
            leftSection={<IconPlus size={15} />}
            disabled={busy}
            onClick={() => void begin(workflows.createEmpty)}
          >
            {texts.home.hero.empty}
          </Button>
          {tour.at === null && (
            <Button size="sm" variant="subtle" color="gray" leftSection={<IconRoute size={15} />} onClick={tour.start}>
              {texts.home.hero.tour}
            </Button>
          )}
        </div>
        <p className={classes.hint}>{texts.home.hero.hint}</p>
      </div>
      <img className={classes.heroPicture} src={demoStreet} alt={texts.home.hero.picture} />
    </section>
  )
}
