/** The introduction on an empty home screen: the pitch and the buttons to begin. */
import { Button } from '@mantine/core'
import { IconPlayerPlayFilled, IconPlus, IconRoute } from '@tabler/icons-react'
import { useState } from 'react'
import { useHost } from '../../base/host/host-context.ts'
import { useTour } from '../../parts/studio/tour/use-tour.ts'
import { texts } from '../../texts/texts.ts'
import demoStreet from './demo-street.jpg'
import classes from './home.module.css'
import { DEMO } from './templates.ts'
import type { Workflows } from './use-workflows.ts'

/** Disables the buttons while a workflow is created, so that a second click does not create another. */
function useBegin(): [busy: boolean, begin: (start: () => Promise<void>) => void] {
  const [busy, setBusy] = useState(false)
  const begin = async (start: () => Promise<void>) => {
    setBusy(true)
    await start()
    setBusy(false)
  }
  return [busy, (start) => void begin(start)]
}

export function Hero({ workflows }: { workflows: Workflows }) {
  const { info } = useHost()
  const [busy, begin] = useBegin()
  const isLocal = info.account === null && info.server === null
  return (
    <section className={classes.hero}>
      <div className={classes.pitch}>
        <h2>{texts.home.hero.title}</h2>
        <p>
          {texts.home.hero.pitch} {isLocal ? texts.home.hero.onThisComputer : texts.home.hero.onServer}
        </p>
        <div className={classes.starts}>
          <DemoButton size="sm" busy={busy} onClick={() => begin(() => workflows.createFromTemplate(DEMO))} />
          <Button
            size="sm"
            variant="default"
            leftSection={<IconPlus size={15} />}
            disabled={busy}
            onClick={() => begin(workflows.createEmpty)}
          >
            {texts.home.hero.empty}
          </Button>
          <TourButton size="sm" />
        </div>
        <p className={classes.hint}>{texts.home.hero.hint}</p>
      </div>
      <img className={classes.demoFrame} src={demoStreet} alt={texts.home.hero.demoFrame} />
    </section>
  )
}

/** The same buttons, for a home screen with workflows. */
export function DemoButtons({ workflows }: { workflows: Workflows }) {
  const [busy, begin] = useBegin()
  return (
    <div className={classes.demo}>
      <DemoButton
        size="xs"
        variant="default"
        busy={busy}
        onClick={() => begin(() => workflows.createFromTemplate(DEMO))}
      />
      <TourButton size="xs" />
    </div>
  )
}

interface DemoButtonProps {
  size: 'xs' | 'sm'
  variant?: 'default'
  busy: boolean
  onClick(): void
}

const DemoButton = ({ busy, ...button }: DemoButtonProps) => (
  <Button {...button} data-tour="demo" leftSection={<IconPlayerPlayFilled size={14} />} loading={busy}>
    {texts.home.hero.demo}
  </Button>
)

function TourButton({ size }: { size: 'xs' | 'sm' }) {
  const tour = useTour()
  if (tour.at !== null) return null
  return (
    <Button size={size} variant="subtle" color="gray" leftSection={<IconRoute size={15} />} onClick={tour.start}>
      {texts.home.hero.tour}
    </Button>
  )
}
