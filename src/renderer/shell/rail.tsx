/** The navigation rail. */
import { Tooltip, UnstyledButton, useComputedColorScheme } from '@mantine/core'
import { IconBook2, IconBox, IconHistory, IconMoon, IconSchema, IconSettings, IconSun } from '@tabler/icons-react'
import { texts } from '../base/messages/texts.ts'
import { hrefOf, type Route } from '../base/navigation/route.ts'
import { useSettings } from '../base/settings/settings-context.tsx'
import { Mark } from '../base/ui/mark.tsx'
import classes from './rail.module.css'

const TARGETS = [
  { label: texts.shell.rail.workflows, route: { screen: 'home' }, screens: ['home', 'editor'], icon: IconSchema },
  {
    label: texts.shell.rail.runs,
    route: { screen: 'runs' },
    screens: ['runs', 'run', 'batches', 'batch', 'compare', 'lab'],
    icon: IconHistory,
  },
  { label: texts.shell.rail.models, route: { screen: 'models' }, screens: ['models'], icon: IconBox },
] as const

const SETTINGS = {
  label: texts.shell.rail.settings,
  route: { screen: 'settings' },
  screens: ['settings'],
  icon: IconSettings,
} as const

const GUIDE = { label: texts.guide.title, route: { screen: 'guide' }, screens: ['guide'], icon: IconBook2 } as const

type Target = (typeof TARGETS)[number] | typeof SETTINGS | typeof GUIDE

export function Rail({ route }: { route: Route }) {
  return (
    <nav className={classes.rail} aria-label={texts.shell.rail.main}>
      <a className={classes.mark} href={hrefOf({ screen: 'home' })} aria-label={texts.shell.rail.toWorkflows}>
        <Mark size={26} />
      </a>
      {TARGETS.map((target) => (
        <RailLink key={target.label} target={target} route={route} />
      ))}
      <div className={classes.gap} />
      <ThemeButton />
      <RailLink target={GUIDE} route={route} />
      <RailLink target={SETTINGS} route={route} />
    </nav>
  )
}

function RailLink({ target, route }: { target: Target; route: Route }) {
  const active = (target.screens as readonly string[]).includes(route.screen)
  return (
    <Tooltip label={target.label} position="right" withArrow openDelay={150}>
      <a
        className={classes.link}
        href={hrefOf(target.route)}
        aria-label={target.label}
        aria-current={active ? 'page' : undefined}
      >
        <target.icon size={20} stroke={1.6} aria-hidden />
      </a>
    </Tooltip>
  )
}

function ThemeButton() {
  const { change } = useSettings()
  const dark = useComputedColorScheme('dark') === 'dark'
  const label = dark ? texts.ui.words.switchToLight : texts.ui.words.switchToDark
  return (
    <Tooltip label={label} position="right" withArrow openDelay={150}>
      <UnstyledButton
        className={classes.link}
        aria-label={label}
        onClick={() => change({ theme: dark ? 'light' : 'dark' })}
      >
        {dark ? <IconSun size={20} stroke={1.6} /> : <IconMoon size={20} stroke={1.6} />}
      </UnstyledButton>
    </Tooltip>
  )
}
