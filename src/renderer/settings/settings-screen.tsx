/** How the Studio looks, where its data is, what the keys do, and what it is made of. */
import { Button, Code, CopyButton, Group, SegmentedControl, Switch, Tooltip } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Settings } from '../../shared/bridge/studio.ts'
import { useHost } from '../shell/host.ts'
import { askForNotices } from '../shell/run-end-notices.ts'
import { useSettings } from '../shell/settings-context.tsx'
import { useTour } from '../tour/use-tour.ts'
import { Page, Section } from '../ui/page.tsx'
import { useTitle } from '../ui/use-title.ts'
import { KeySheet } from './key-sheet.tsx'
import { COMPONENTS } from './licences.ts'
import classes from './settings.module.css'

const THEMES = [
  { value: 'system', label: 'System' },
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
]

const SYSTEMS: Record<string, string> = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' }

export function SettingsScreen() {
  useTitle('Settings')
  const { info } = useHost()
  const { settings, change } = useSettings()
  return (
    <Page title="Settings">
      <div className={classes.content}>
        <Section title="Appearance">
          <div className={classes.rows}>
            <Row label="Theme" hint="System follows your operating system.">
              <SegmentedControl
                aria-label="Theme"
                data={THEMES}
                value={settings.theme}
                onChange={(theme) => change({ theme: theme as Settings['theme'] })}
              />
            </Row>
          </div>
        </Section>
        <Section title="Runs">
          <div className={classes.rows}>
            <Row label="When a run ends" hint="A desktop notification, while you look at something else.">
              <NoticeSwitch />
            </Row>
          </div>
        </Section>
        <Section title="Help">
          <div className={classes.rows}>
            <Row label="Guided tour" hint="From the demo to the results of its run, in eight steps.">
              <TourButtons />
            </Row>
          </div>
        </Section>
        <Section title="This computer">
          <div className={classes.rows}>
            <Row label="Data" hint="Workflows, models and runs stay here. Nothing is sent anywhere.">
              <Path path={info.data_dir} />
            </Row>
            <Row label="Version">
              {info.version}, {info.host === 'electron' ? 'desktop app' : 'in the browser'} on{' '}
              {SYSTEMS[info.os] ?? info.os}
            </Row>
          </div>
        </Section>
        <Section title="Keyboard">
          <KeySheet />
        </Section>
        <Section title="Licences">
          <p className={classes.prose}>
            Sightline’s own code is licensed under Apache-2.0. Video is read and written with FFmpeg; builds that carry
            it are under the GNU General Public License, version 3, as a whole. NOTICE in the program’s folder lists
            every component.
          </p>
          <ul className={classes.components}>
            {COMPONENTS.map(({ name, use, licence }) => (
              <li key={name}>
                <span>{name}</span>
                <span>{use}</span>
                <span>{licence}</span>
              </li>
            ))}
          </ul>
        </Section>
      </div>
    </Page>
  )
}

/** The system is asked only when somebody turns it on. */
function NoticeSwitch() {
  const { settings, change } = useSettings()
  const [problem, setProblem] = useState<string | null>(null)
  const turn = async (on: boolean) => {
    const refused = on ? await askForNotices() : null
    setProblem(refused)
    if (refused === null) change({ notify_run_end: on })
  }
  return (
    <Switch
      label="Tell me"
      checked={settings.notify_run_end ?? false}
      error={problem}
      onChange={(e) => void turn(e.currentTarget.checked)}
    />
  )
}

function TourButtons() {
  const tour = useTour()
  return (
    <Group gap={8}>
      {tour.left && (
        <Button variant="default" onClick={tour.resume}>
          Go on where you left
        </Button>
      )}
      <Button variant="default" onClick={tour.start}>
        {tour.left ? 'From the start' : 'Start the tour'}
      </Button>
    </Group>
  )
}

function Row({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <div className={classes.row}>
      <div>
        <div>{label}</div>
        {hint && <small>{hint}</small>}
      </div>
      <div>{children}</div>
    </div>
  )
}

function Path({ path }: { path: string }) {
  return (
    <CopyButton value={path}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : 'Copy'}>
          <Code component="button" className={classes.path} onClick={copy}>
            {path}
          </Code>
        </Tooltip>
      )}
    </CopyButton>
  )
}
